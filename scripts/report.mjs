/**
 * What `npm test` counts and names of a run of vitest, as JSON in the file that TEST_REPORT names. It holds what failed
 * outside of tests too, which vitest's own JSON report leaves out: a hook, a file that does not load, an unhandled error.
 */
import { writeFileSync } from 'node:fs';

const SHOWN_LINES = 12;
const SHOWN_CHARACTERS = 3000;

/** A reporter of vitest. */
export class Report {
  onTestRunEnd(files, unhandled) {
    const tests = files.flatMap((file) => [...file.children.allTests()]);
    const count = (...states) => tests.filter((test) => states.includes(test.result().state)).length;
    const failures = [...files.flatMap(failuresOf), ...unhandled.map((error) => named('outside of tests', [error]))];
    const result = { passed: count('passed'), failed: failures.length, skipped: count('skipped', 'pending'), failures };
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(result));
  }
}

/** Its failed tests, and its hooks that failed. */
function failuresOf(file) {
  const path = file.relativeModuleId;
  const hooks = [file, ...file.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return [
    ...hooks.map((suite) => named(suite === file ? path : `${path} > ${suite.fullName}`, suite.errors())),
    ...[...file.children.allTests('failed')].map((test) => named(`${path} > ${test.fullName}`, test.result().errors)),
  ];
}

const named = (name, errors) =>
  `${name}\n${firstLines(errors.map(({ stack, message }) => stack || message).join('\n'))}`;

/** As much as tells what it is, below a name. */
export const firstLines = (text) =>
  text
    .split('\n')
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line.slice(0, SHOWN_CHARACTERS)}`)
    .join('\n');
