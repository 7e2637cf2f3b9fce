// Answers the questions of the benchmark, one line of JSON each, until it is told to close or its parent is gone.

import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { dependencies } = createRequire(import.meta.url)('./package.json');

export const versions = (library) => ({ library: `${library}-${dependencies[library]}`, node: process.version });

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

export async function serve(peer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { ask, ...given } = JSON.parse(line);
    try {
      say({ answer: (await peer[ask](given)) ?? {} });
    } catch (failed) {
      say({ error: String(failed) });
    }
  }
  process.exit(0);
}
