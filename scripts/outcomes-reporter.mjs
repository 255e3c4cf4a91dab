/**
 * How each test ended, a line of JSON each, and a last one when all did, for the script that runs them. In this
 * language because the runner wants a default export.
 */
export default async function* outcomes(events) {
  for await (const { type, data } of events) {
    if (type === 'test:summary') yield '{"finished":true}\n';
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // What holds tests fails with them, and is no test.
    if (data.details?.type === 'suite' || data.details?.error?.failureType === 'subtestsFailed') continue;
    yield `${JSON.stringify({ name: data.name, passed: type === 'test:pass' })}\n`;
  }
}
