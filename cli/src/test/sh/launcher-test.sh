#!/usr/bin/env bash
#
# Tests the launcher ./ff against a scratch tree in which java, javac and mvn are fakes.
# Prints one line per failure and a summary; exits 1 when anything failed.

set -u

launcher=$(cd "$(dirname "$0")/../../../.." && pwd)/ff
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
scratch="$(cd -P "$temporary" && pwd)/with space"
mkdir "$scratch"

passed=0
failed=0
problem=

# --- Fakes ----------------------------------------------------------------------------------------

# Only these tools are on PATH, so that no java or mvn of the machine is found.
mkdir "$scratch/tools"
for tool in basename cat cp cut dirname env find grep mkdir ps readlink rm rmdir sleep sort stat tail touch; do
  if path=$(type -P "$tool"); then ln -s "$path" "$scratch/tools/$tool"; fi
done
ln -s "$BASH" "$scratch/tools/bash"

# A Java home $1 of release $2; prints its arguments, its directory and its input when run.
fake_jdk() {
  mkdir -p "$1/bin"
  cat > "$1/bin/java" <<JAVA
#!/usr/bin/env bash
if [ "\$1" = -XshowSettings:properties ]; then
  echo "Picked up JAVA_TOOL_OPTIONS: -Dany=thing" >&2
  echo "    java.home = $1" >&2
  echo "    java.specification.version = $2" >&2
  exit 0
fi
echo "java $2 pid=\$\$ in \$PWD"
for argument in "\$@"; do echo "<\$argument>"; done
cat
exit \$(cat "$scratch/java-exit" 2> /dev/null || echo 0)
JAVA
  cp "$1/bin/java" "$1/bin/javac"
  chmod +x "$1/bin/java" "$1/bin/javac"
}

# Counts its calls in "mvn-calls". Waits for "mvn-go" if "mvn-hold" exists; fails if "mvn-fail" does.
fake_mvn() {
  mkdir -p "$scratch/maven"
  cat > "$scratch/maven/mvn" <<MVN
#!/usr/bin/env bash
cat > /dev/null
echo "\$PWD \$JAVA_HOME \$*" >> "$scratch/mvn-calls"
while [ -e "$scratch/mvn-hold" ] && [ ! -e "$scratch/mvn-go" ]; do sleep 0.1; done
if [ -e "$scratch/mvn-fail" ]; then echo "[ERROR] Order.java:7: ';' expected"; exit 1; fi
mkdir -p cli/target bench/target
grep -c . "$scratch/mvn-calls" > cli/target/ff.jar
case \$* in
  *'-pl bench'*) cp cli/target/ff.jar bench/target/ff-bench.jar ;;
esac
MVN
  chmod +x "$scratch/maven/mvn"
}

# --- Running and checking -------------------------------------------------------------------------

# Each test starts from a fresh tree, never built, with a Java 17 and Maven at hand.
fresh() {
  rm -rf "$scratch/tree" "$scratch"/mvn-* "$scratch"/java-exit "$scratch"/jdk*
  tree=$scratch/tree
  mkdir -p "$tree/cli/src/main/java" "$tree/model/src/main/resources" "$tree/model/target/classes"
  cp "$launcher" "$tree/ff"
  touch "$tree/pom.xml" "$tree/cli/pom.xml" "$tree/model/pom.xml"
  echo 'class Main {}' > "$tree/cli/src/main/java/Main.java"
  echo 'create table one;' > "$tree/model/src/main/resources/0001.sql"
  : > "$scratch/mvn-calls"
  fake_jdk "$scratch/jdk" 17
  fake_mvn
  search=$scratch/jdk/bin:$scratch/maven:$scratch/tools
  variables=()
  from=$scratch
  ff=$tree/ff
}

# Runs the launcher in a clean environment; sets status, out and err.
run() {
  (cd "$from" && env -i PATH="$search" ${variables[@]+"${variables[@]}"} "$ff" "$@") \
    > "$scratch/out" 2> "$scratch/err" < "${input:-/dev/null}"
  status=$?
  out=$(cat "$scratch/out")
  err=$(cat "$scratch/err")
}

builds() {
  grep -c . "$scratch/mvn-calls"
}

fail() {
  problem="$problem
    $*"
}

same() {
  [ "$2" = "$3" ] || fail "$1: expected <$2> but was <$3>"
}

contains() {
  case $3 in
    *"$2"*) ;;
    *) fail "$1: expected <$2> in <$3>" ;;
  esac
}

lacks() {
  case $3 in
    *"$2"*) fail "$1: expected no <$2> in <$3>" ;;
  esac
}

# Waits for a command to succeed; a launcher that never gets there fails the test.
await() {
  local tries=0
  until "$@" 2> /dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -gt 600 ]; then fail "waited in vain for: $*"; return; fi
    sleep 0.1
  done
}

check() {
  problem=
  fresh
  "$1"
  if [ -z "$problem" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s%s\n' "$1" "$problem"
  fi
}

# --- Java -----------------------------------------------------------------------------------------

noJavaIsExplained() {
  search=$scratch/maven:$scratch/tools
  run version
  same status 2 "$status"
  contains err 'needs Java 17 or newer: there is no java on PATH' "$err"
  contains err 'set JAVA_HOME' "$err"
  same builds 0 "$(builds)"
}

oldJavaIsNamed() {
  fake_jdk "$scratch/jdk" 11
  run version
  same status 2 "$status"
  contains err "java on PATH ($scratch/jdk/bin/java) is Java 11" "$err"
}

oldNumberingIsUnderstood() {
  fake_jdk "$scratch/jdk" 1.8
  run version
  same status 2 "$status"
  contains err 'is Java 8' "$err"
}

releaseFileSparesTheProbe() {
  printf 'IMPLEMENTOR="X"\nJAVA_VERSION="11.0.2"\n' > "$scratch/jdk/release"
  run version
  contains err 'is Java 11' "$err"
}

javaHomeBeatsPath() {
  fake_jdk "$scratch/jdk 21" 21
  variables=(JAVA_HOME="$scratch/jdk 21")
  run version
  contains out 'java 21' "$out"
  contains 'Maven runs on the same Java' "$scratch/jdk 21 " "$(cat "$scratch/mvn-calls")"
}

oldJavaHomeFallsBackToPath() {
  fake_jdk "$scratch/jdk8" 1.8
  variables=(JAVA_HOME="$scratch/jdk8")
  run version
  contains out 'java 17' "$out"
}

chosenJavaIsNeverReplaced() {
  fake_jdk "$scratch/jdk11" 11
  variables=(FF_JAVA_HOME="$scratch/jdk11" JAVA_HOME="$scratch/jdk")
  run version
  same status 2 "$status"
  contains err "FF_JAVA_HOME ($scratch/jdk11) is Java 11" "$err"
}

runtimeWithoutCompilerCannotBuild() {
  rm "$scratch/jdk/bin/javac"
  run version
  same status 2 "$status"
  contains err 'without the compiler' "$err"
}

builtTreeNeedsNeitherCompilerNorMaven() {
  run version
  rm "$scratch/jdk/bin/javac" "$scratch/maven/mvn"
  run version
  same status 0 "$status"
}

missingMavenIsExplained() {
  rm "$scratch/maven/mvn"
  run version
  same status 2 "$status"
  contains err 'no mvn on PATH' "$err"
}

# --- Build ----------------------------------------------------------------------------------------

firstUseBuilds() {
  run version
  same status 0 "$status"
  same builds 1 "$(builds)"
  same err 'building FlowFabric (first use takes a minute) …' "$err"
  contains 'build command' "$tree $scratch/jdk -q -B -DskipTests" "$(cat "$scratch/mvn-calls")"
}

unchangedTreeIsNotRebuilt() {
  run version
  run version
  same builds 1 "$(builds)"
  same err '' "$err"
}

changedSourceIsRebuilt() {
  run version
  echo 'class Main { int x; }' > "$tree/cli/src/main/java/Main.java"
  run version
  same builds 2 "$(builds)"
  contains err 'sources changed' "$err"
}

olderTimestampIsRebuilt() {
  run version
  touch -t 200001010000 "$tree/cli/src/main/java/Main.java"
  run version
  same builds 2 "$(builds)"
}

changedPomIsRebuilt() {
  run version
  echo '<project/>' > "$tree/model/pom.xml"
  run version
  same builds 2 "$(builds)"
}

deletedResourceIsRebuiltFromScratch() {
  run version
  mkdir -p "$tree/model/target/classes"
  touch "$tree/model/target/classes/0001.sql"
  rm "$tree/model/src/main/resources/0001.sql"
  run version
  same builds 2 "$(builds)"
  [ ! -e "$tree/model/target/classes/0001.sql" ] || fail 'the copy of the deleted resource is still there'
}

changedSourceKeepsCompiledClasses() {
  run version
  mkdir -p "$tree/model/target/classes"
  touch "$tree/model/target/classes/One.class"
  echo 'class Main { int x; }' > "$tree/cli/src/main/java/Main.java"
  run version
  [ -e "$tree/model/target/classes/One.class" ] || fail 'an edit must not cost a build from scratch'
}

testsAndDocumentsDoNotCount() {
  run version
  mkdir -p "$tree/cli/src/test/java" "$tree/docs"
  touch "$tree/cli/src/test/java/MainTest.java" "$tree/docs/page.md"
  run version
  same builds 1 "$(builds)"
}

missingJarIsRebuilt() {
  run version
  rm "$tree/cli/target/ff.jar"
  run version
  same builds 2 "$(builds)"
}

rebuildSparesTheJarsOfRunningPrograms() {
  run version
  mkdir "$tree/cli/target/lib"
  echo 1 > "$tree/cli/target/lib/model.jar"
  ln "$tree/cli/target/ff.jar" "$scratch/mvn-held"
  touch -t 200001010000 "$tree/pom.xml"
  run version
  same 'new jar' 2 "$(cat "$tree/cli/target/ff.jar")"
  same 'jar in use' 1 "$(cat "$scratch/mvn-held")"
  [ ! -e "$tree/cli/target/lib/model.jar" ] || fail 'the library would be rewritten in place'
}

failedBuildShowsItsLog() {
  touch "$scratch/mvn-fail"
  run version
  same status 1 "$status"
  contains err "Order.java:7: ';' expected" "$err"
  contains err "$tree/.ff/build.log" "$err"
  same out '' "$out"
}

failedBuildIsTriedAgain() {
  run version
  echo 'class Main { int x; }' > "$tree/cli/src/main/java/Main.java"
  touch "$scratch/mvn-fail"
  run version
  rm "$scratch/mvn-fail"
  run version
  same status 0 "$status"
  same builds 3 "$(builds)"
}

buildLeavesTheInputToTheCommand() {
  echo 'payload' > "$scratch/mvn-input"
  input=$scratch/mvn-input run submit
  contains out 'payload' "$out"
}

# --- Lock -----------------------------------------------------------------------------------------

start() {
  (cd "$scratch" && exec env -i PATH="$search" "$ff" version) > "$scratch/mvn-out-$1" 2> "$scratch/mvn-err-$1" \
    < /dev/null &
}

twoLaunchersBuildOnce() {
  local first second
  touch "$scratch/mvn-hold"
  start 1
  first=$!
  await test -s "$scratch/mvn-calls"
  start 2
  second=$!
  await grep -q waiting "$scratch/mvn-err-2"
  touch "$scratch/mvn-go"
  wait "$first" || fail "the first exited with $?"
  wait "$second" || fail "the second exited with $?"
  same builds 1 "$(builds)"
  contains 'the second runs too' 'java 17' "$(cat "$scratch/mvn-out-2")"
}

lockOfADeadProcessIsTaken() {
  local dead
  true &
  dead=$!
  wait "$dead"
  mkdir -p "$tree/.ff/lock"
  echo "$dead" > "$tree/.ff/lock/pid"
  run version
  same status 0 "$status"
  [ ! -e "$tree/.ff/lock" ] || fail 'the lock is still there'
}

terminatedBuildLeavesNoLock() {
  local build
  touch "$scratch/mvn-hold"
  start 1
  build=$!
  await test -s "$scratch/mvn-calls"
  kill "$build"
  wait "$build"
  same status 143 $?
  [ ! -e "$tree/.ff/lock" ] || fail 'the lock is still there'
}

# --- Run ------------------------------------------------------------------------------------------

spacesInEveryPath() {
  mkdir -p "$scratch/my tree"
  mv "$tree" "$scratch/my tree/a b"
  tree="$scratch/my tree/a b"
  ff=$tree/ff
  run version
  run version
  same status 0 "$status"
  same builds 1 "$(builds)"
  contains out "<$tree/cli/target/ff.jar>" "$out"
  rm -rf "$scratch/my tree"
}

symbolicLinksAreFollowed() {
  mkdir -p "$scratch/mvn-bin/deep"
  ln -s "../../tree/ff" "$scratch/mvn-bin/deep/ff"
  ln -s "deep/ff" "$scratch/mvn-bin/fabric"
  ff=$scratch/mvn-bin/fabric
  run version
  same status 0 "$status"
  contains out "<$tree/cli/target/ff.jar>" "$out"
}

directoryOfTheCallerIsKept() {
  from=$scratch/tools
  run version
  contains out "in $scratch/tools" "$out"
}

argumentsPassUnchanged() {
  run submit '' 'two words' '*' --x=$'a\nb'
  contains out $'<submit>\n<>\n<two words>\n<*>\n<--x=a\nb>' "$out"
}

exitCodePasses() {
  echo 7 > "$scratch/java-exit"
  run version
  same status 7 "$status"
}

javaReplacesTheLauncher() {
  local process
  run version
  start 1
  process=$!
  wait "$process"
  contains 'process number' "pid=$process " "$(cat "$scratch/mvn-out-1")"
}

shortCommandsStartFast() {
  run list
  contains out $'<-XX:+UseSerialGC>\n<-XX:TieredStopAtLevel=1>\n<-jar>' "$out"
}

longCommandsRunAtFullSpeed() {
  local command
  for command in worker server bench demo; do
    run --verbose "$command"
    lacks "$command" 'TieredStopAtLevel' "$out"
  done
}

longCommandsCollectInParallelUnlessToldOtherwise() {
  local command
  for command in worker server bench demo; do
    run --verbose "$command"
    contains "$command" '<-XX:+UseParallelGC>' "$out"
  done
  variables=(FF_JAVA_OPTS='-Xmx1g -XX:+UseG1GC')
  run server
  lacks 'with another collector' 'UseParallelGC' "$out"
  contains 'the other collector' '<-XX:+UseG1GC>' "$out"
}

benchRunsFromItsOwnJar() {
  run bench --peers
  same status 0 "$status"
  contains out $'<-jar>\n<'"$tree/bench/target/ff-bench.jar"$'>\n<bench>\n<--peers>' "$out"
  contains 'build command' '-pl bench -am' "$(cat "$scratch/mvn-calls")"
  run --verbose bench
  contains 'behind an option' 'ff-bench.jar' "$out"
  run help bench
  contains 'its help' 'ff-bench.jar' "$out"
  same builds 1 "$(builds)"
}

benchElsewhereIsNoCommand() {
  run submit --payload bench bench
  contains out "<$tree/cli/target/ff.jar>" "$out"
  contains 'build command' '-pl cli -am' "$(cat "$scratch/mvn-calls")"
}

benchIsBuiltWhenFirstUsed() {
  run version
  run bench
  same builds 2 "$(builds)"
  contains err 'first use of bench' "$err"
  run bench
  run version
  same builds 2 "$(builds)"
  same err '' "$err"
}

changedSourceIsRebuiltForBoth() {
  run bench
  echo 'class Main { int x; }' > "$tree/cli/src/main/java/Main.java"
  run version
  run bench
  same builds 3 "$(builds)"
}

newJavaMayLoadNativeCode() {
  run version
  lacks 'Java 17' 'native-access' "$out"
  fake_jdk "$scratch/jdk" 22
  run version
  contains 'Java 22' '<--enable-native-access=ALL-UNNAMED>' "$out"
}

ownOptionsComeLastAndUnexpanded() {
  from=$scratch/mvn-here
  mkdir "$from"
  touch "$from/-Dname=file"
  variables=(FF_JAVA_OPTS='-Xmx64m -Dname=*')
  run version
  contains out $'<-XX:TieredStopAtLevel=1>\n<-Xmx64m>\n<-Dname=*>\n<-jar>' "$out"
}

# --- All of them ----------------------------------------------------------------------------------

# A function in camel case is a test.
# shellcheck disable=SC2013
for name in $(sed -n 's/^\([a-z]*[A-Z][A-Za-z]*\)() {$/\1/p' "$0"); do
  check "$name"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
