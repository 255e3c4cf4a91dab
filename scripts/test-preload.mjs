// Loaded before the test runner in each test process. The runner learns which test is running from an async hook that follows
// every promise, which takes a fifth of a run's processor time. It gets the same answer from AsyncLocalStorage here, at no cost:
// each test runs in a context that holds its id.
import asyncHooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = asyncHooks;
const runningTest = new AsyncLocalStorage();
let register;

/** The base class of the runner's tests and suites. */
class TestResource extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    register?.(this.asyncId(), type, executionAsyncId(), this);
  }

  runInAsyncScope(work, receiver, ...values) {
    const run = () => Reflect.apply(work, receiver, values);
    return super.runInAsyncScope(() => runningTest.run(this.asyncId(), run));
  }
}

asyncHooks.AsyncResource = TestResource;
asyncHooks.executionAsyncId = () => runningTest.getStore() ?? 0;
asyncHooks.createHook = ({ init }) => {
  register = init;
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
};
syncBuiltinESMExports();
await import('node:test');
Object.assign(asyncHooks, { AsyncResource, createHook, executionAsyncId });
syncBuiltinESMExports();
