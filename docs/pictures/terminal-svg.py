#!/usr/bin/env python3
"""Runs a command on a terminal of its own and draws what it leaves on the screen as an SVG picture.

    docs/pictures/terminal-svg.py PICTURE.svg [--columns N] [--title TEXT] -- COMMAND [ARGUMENT…]

The picture is the real output of the run: nothing is typed in. Lines that the command redraws, such as a progress bar, appear
as they were at the end. Understood are colours, bold, dim, carriage return, and moving up or erasing; other control sequences
are an error, so that none is lost in silence. Needs Python 3.9 or newer on Linux or macOS, and nothing else.
"""

import argparse
import fcntl
import os
import pty
import re
import struct
import sys
import termios
from xml.sax.saxutils import escape

CELL_WIDTH, LINE_HEIGHT, MARGIN, BAR = 8.4, 19, 16, 34
BACKGROUND, FOREGROUND, DIM = "#0d1117", "#c9d1d9", "#8b949e"
COLOURS = dict(zip(range(30, 38), ["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"]))
PLAIN = (FOREGROUND, False)
CONTROL = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")


def run(command, columns):
    """What the command writes to its terminal, and its exit code."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    written = bytearray()
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux reports the end of the last writer as an error.
            break
        if not chunk:
            break
        written += chunk
    return written.decode("utf-8"), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Screen:
    """Lines of cells, each a character with its colour and weight."""

    def __init__(self):
        self.lines, self.row, self.column, self.style = [[]], 0, 0, PLAIN

    def write(self, text):
        position = 0
        while position < len(text):
            control = CONTROL.match(text, position)
            if control:
                self.obey(control.group(1), control.group(2))
                position = control.end()
                continue
            self.put(text[position])
            position += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row += 1
            while len(self.lines) <= self.row:
                self.lines.append([])
        elif character < " ":
            raise ValueError(f"control character {character!r} is not understood")
        else:
            line = self.lines[self.row]
            line.extend([(" ", PLAIN)] * (self.column + 1 - len(line)))
            line[self.column] = (character, self.style)
            self.column += 1

    def obey(self, parameters, command):
        number = int(parameters) if parameters.isdigit() else 0
        if command == "m":
            self.paint(parameters)
        elif command == "A":
            self.row = max(0, self.row - max(1, number))
        elif command == "K":
            self.lines[self.row] = [] if number == 2 else self.lines[self.row][: self.column]
        elif command == "J" and number == 0:
            self.lines[self.row] = self.lines[self.row][: self.column]
            del self.lines[self.row + 1 :]
        elif not parameters.startswith("?"):
            raise ValueError(f"control sequence ESC[{parameters}{command} is not understood")

    def paint(self, parameters):
        for code in (int(part or 0) for part in parameters.split(";")):
            colour, bold = self.style
            if code == 0:
                self.style = PLAIN
            elif code == 1:
                self.style = (colour, True)
            elif code == 2:
                self.style = (DIM, bold)
            elif code == 39:
                self.style = (FOREGROUND, bold)
            elif code == 22:
                self.style = (FOREGROUND, False)
            elif code in COLOURS:
                self.style = (COLOURS[code], bold)
            else:
                raise ValueError(f"colour {code} is not understood")


def spans(line):
    """The text of a line, in pieces of one style."""
    pieces = []
    for character, style in line:
        if pieces and pieces[-1][1] == style:
            pieces[-1][0].append(character)
        else:
            pieces.append(([character], style))
    return [("".join(text), style) for text, style in pieces]


def svg(lines, columns, title):
    width = columns * CELL_WIDTH + 2 * MARGIN
    height = BAR + len(lines) * LINE_HEIGHT + MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
        f' role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
        '<circle cx="20" cy="17" r="5.5" fill="#ff5f57"/><circle cx="38" cy="17" r="5.5" fill="#febc2e"/>'
        '<circle cx="56" cy="17" r="5.5" fill="#28c840"/>',
        f'<text x="{width / 2:.0f}" y="21" text-anchor="middle" font-family="sans-serif" font-size="12" fill="{DIM}">'
        f"{escape(title)}</text>",
        '<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14"'
        ' xml:space="preserve">',
    ]
    for row, line in enumerate(lines):
        column = 0
        for text, (colour, bold) in spans(line):
            if text.strip():
                weight = ' font-weight="bold"' if bold else ""
                # The length is fixed, so that columns align whatever font the reader has.
                out.append(
                    f'<text x="{MARGIN + column * CELL_WIDTH:.1f}" y="{BAR + (row + 1) * LINE_HEIGHT - 5}" fill="{colour}"{weight}'
                    f' textLength="{len(text) * CELL_WIDTH:.1f}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
                )
            column += len(text)
    out += ["</g>", "</svg>", ""]
    return "\n".join(out)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("picture", help="the file to write")
    options.add_argument("--columns", type=int, default=80, help="the width of the terminal; otherwise 80")
    options.add_argument("--title", help="otherwise the command")
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given, command = options.parse_args(sys.argv[1:split]), sys.argv[split + 1 :]
    if not command:
        options.error("no command given; write it behind --")
    written, code = run(command, given.columns)
    if code != 0:
        sys.exit(f"{' '.join(command)} ended with exit code {code}; no picture was written. It said:\n{written}")
    screen = Screen()
    screen.write(written)
    lines = screen.lines
    while lines and not lines[-1]:
        lines.pop()
    with open(given.picture, "w", encoding="utf-8") as file:
        file.write(svg(lines, given.columns, given.title or " ".join(command)))


if __name__ == "__main__":
    main()
