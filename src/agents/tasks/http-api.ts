import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { isRecord, parseJson } from '../../kernel/json.ts';
import type { App } from '../../platform/app.ts';
import type { Caller, Client } from '../../platform/http/caller.ts';
import { operations, RawAnswer } from '../../platform/http/endpoint.ts';
import { agentJsonProblem } from '../../platform/http/input/parsers.ts';
import { t } from '../../web/translation/translate.ts';
import { InsufficientScope, methods } from './methods.ts';
import { codes, invalidField, refuseOtherTypes, RpcError } from './rpc.ts';

// A2A 1.0 over HTTP+JSON: the same methods as JSON-RPC at /a2a, each at its own path.

/** The status of HTTP and of google.rpc for an error (A2A 1.0, 5.4). */
const statuses = new Map<number, readonly [http: number, name: string]>([
  [codes.taskNotFound, [404, 'NOT_FOUND']],
  [codes.methodNotFound, [404, 'NOT_FOUND']],
  [codes.taskNotCancelable, [409, 'FAILED_PRECONDITION']],
  [codes.contentTypeNotSupported, [415, 'INVALID_ARGUMENT']],
  [codes.unsupportedOperation, [400, 'FAILED_PRECONDITION']],
  [codes.pushNotificationNotSupported, [400, 'FAILED_PRECONDITION']],
  [codes.extendedAgentCardNotConfigured, [400, 'FAILED_PRECONDITION']],
  [codes.versionNotSupported, [400, 'FAILED_PRECONDITION']],
  [codes.internal, [500, 'INTERNAL']],
]);

const type = 'application/a2a+json';

const answer = (status: number, body: unknown) => new RawAnswer(status, type, JSON.stringify(body)) as never;

function errorAnswer({ code, message, data }: RpcError) {
  const [status, name] = statuses.get(code) ?? [400, 'INVALID_ARGUMENT'];
  return answer(status, { error: { code: status, status: name, message, details: data } });
}

interface Asked {
  app: App;
  caller: Caller;
  client: Client;
}

/** Calls a method of A2A 1.0. Its errors are google.rpc statuses with an ErrorInfo. */
async function call(
  { app, caller: { agent, viewer }, client }: Asked,
  method: string | undefined,
  getParams: () => Record<string, unknown>,
) {
  if (!agent) throw new Problem('unauthenticated', 'Send the access token as Authorization: Bearer');
  try {
    const run = method === undefined ? undefined : methods.get(method);
    if (!run) throw new RpcError(codes.methodNotFound, 'There is no such method');
    if (!['', '1.0'].includes(client.a2aVersion))
      throw new RpcError(codes.versionNotSupported, 'A2A-Version must be 1.0');
    return answer(200, await run(app, { agent, viewer }, getParams()));
  } catch (error) {
    if (error instanceof RpcError) return errorAnswer(error);
    if (error instanceof Problem) throw error;
    if (error instanceof InsufficientScope) {
      client.setHeader('www-authenticate', 'Bearer realm="api", error="insufficient_scope", scope="api"');
      throw new Problem('forbidden', error.message, { code: 'insufficient_scope' });
    }
    app.log.error({ err: error }, 'an agent call failed');
    return errorAnswer(new RpcError(codes.internal, 'Something went wrong on our side'));
  }
}

/** Bodies are text, as at /a2a, so that their errors are A2A's. */
function parseBody(client: Client, body: unknown): Record<string, unknown> {
  refuseOtherTypes(client.contentType);
  const text = typeof body === 'string' ? body : '';
  if (text.trim() === '') return {};
  const excess = agentJsonProblem(text);
  if (excess) throw new RpcError(codes.invalidRequest, t(excess.text));
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    throw new RpcError(codes.parse, 'The body is not valid JSON');
  }
  if (!isRecord(parsed)) throw invalidField('body', 'The body must be an object');
  return parsed;
}

/** A custom method after a colon, such as `message:send`. */
const ofMessages: Readonly<Record<string, string>> = {
  'message:send': 'SendMessage',
  'message:stream': 'SendStreamingMessage',
};
const ofTasks: Readonly<Record<string, string>> = { cancel: 'CancelTask', subscribe: 'SubscribeToTask' };

const Any = Type.Unsafe<unknown>(Type.Object({}, { additionalProperties: true }));
const member = operations('Agents', 'member');
const id = Type.String({ maxLength: 200 });

/** Mounted with bodies as text. */
export const taskHttpRoutes = [
  member.post({
    path: '/a2a/{method}',
    summary: 'Send a message to an agent’s skill by HTTP',
    description: 'A2A 1.0 over HTTP+JSON: `message:send`. Errors are google.rpc statuses. No streaming.',
    params: Type.Object({ method: Type.String({ maxLength: 60, examples: ['message:send'] }) }),
    body: Any as never,
    returns: Any,
    example: { message: { role: 'ROLE_USER', messageId: 'm-1', parts: [{ text: 'Hello' }] } } as never,
    handle: (asked) =>
      call(
        asked,
        Object.hasOwn(ofMessages, asked.params.method) ? ofMessages[asked.params.method] : undefined,
        () => parseBody(asked.client, asked.body),
      ),
  }),
  member.get({
    path: '/a2a/tasks',
    summary: 'List an agent’s tasks by HTTP',
    description: 'In the HTTP binding of A2A 1.0.',
    query: Type.Object({
      contextId: Type.Optional(Type.String({ maxLength: 200 })),
      status: Type.Optional(Type.String({ maxLength: 60 })),
      pageSize: Type.Optional(Type.Integer()),
      pageToken: Type.Optional(Type.String({ maxLength: 60 })),
      historyLength: Type.Optional(Type.Integer()),
      statusTimestampAfter: Type.Optional(Type.String({ maxLength: 60 })),
      includeArtifacts: Type.Optional(Type.Boolean()),
    }),
    returns: Any,
    handle: (asked) => call(asked, 'ListTasks', () => ({ ...asked.query })),
  }),
  member.get({
    path: '/a2a/tasks/{id}',
    summary: 'Get a task by HTTP',
    description: 'In the HTTP binding of A2A 1.0.',
    params: Type.Object({ id }),
    query: Type.Object({ historyLength: Type.Optional(Type.Integer()) }),
    returns: Any,
    handle: (asked) => call(asked, 'GetTask', () => ({ ...asked.query, id: asked.params.id })),
  }),
  member.post({
    path: '/a2a/tasks/{id}',
    summary: 'Cancel a task by HTTP',
    description: '`<id>:cancel`. Tasks finish at once and cannot be canceled, so this returns 409.',
    params: Type.Object({ id }),
    returns: Any,
    handle: (asked) => {
      const [taskId = '', verb = ''] = asked.params.id.split(':', 2);
      return call(asked, Object.hasOwn(ofTasks, verb) ? ofTasks[verb] : undefined, () => ({ id: taskId }));
    },
  }),
  member.get({
    path: '/a2a/extendedAgentCard',
    summary: 'There is no extended agent card',
    description: 'Always refused: the public card has everything.',
    returns: Any,
    handle: (asked) => call(asked, 'GetExtendedAgentCard', () => ({})),
  }),
];
