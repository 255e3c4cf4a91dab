import fastJson from 'fast-json-stringify';
import type { Schema } from 'fast-json-stringify';
import { orAbort } from '../../kernel/or-abort.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { StoredAnswer } from '../ledger/payments.ts';
import type { PaidOperation } from '../operation.ts';

/** Runs a call within the time left for its payment, and serializes the response as sent and stored. */
export async function answerCall(
  app: App,
  operation: PaidOperation,
  input: never,
  { accept, payer }: { accept: string; payer: string },
): Promise<StoredAnswer> {
  const output = await orAbort(operation.answer(app, input, payer), deadline(app));
  const creditedId = await operation.credits?.(app, input);
  const authors = operation.authors?.(output as never) ?? [];
  if (operation.markdown && prefersMarkdown(accept))
    return { type: 'text/markdown; charset=utf-8', body: operation.markdown(app, output as never), authors };
  const body = serializerOf(operation)(output);
  return { type: 'application/json; charset=utf-8', body, authors, creditedId };
}

/** A payment expires about a minute after it was signed, and still has to be settled. */
function deadline({ config }: App): AbortSignal {
  const controller = new AbortController();
  const tooLong = new Problem('unavailable', 'The call timed out. Nothing was charged', {
    code: 'work_timeout',
    retryAfter: 5,
  });
  setTimeout(() => controller.abort(tooLong), seconds(config.X402_WORK_SECONDS)).unref();
  return controller.signal;
}

const serializers = new WeakMap<PaidOperation, (output: unknown) => string>();

/** Compiled on the operation's first response. Undeclared fields are removed. */
function serializerOf(operation: PaidOperation): (output: unknown) => string {
  const known = serializers.get(operation) ?? fastJson(operation.output as Schema);
  serializers.set(operation, known);
  return known;
}
