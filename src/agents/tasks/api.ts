import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { endpoint, RawAnswer } from '../../platform/http/endpoint.ts';
import { agentJsonProblem, pathToNul } from '../../platform/http/input/parsers.ts';
import { InsufficientScope, methods, type RpcCaller } from './methods.ts';
import {
  codes,
  invalidField,
  parseRpc,
  refuseOtherTypes,
  RpcError,
  rpcFailure,
  type RpcId,
  rpcResult,
} from './rpc.ts';
import { t } from '../../web/translation/translate.ts';

const Id = Type.Union([Type.String(), Type.Number(), Type.Null()]);

const versions = new Set(['', '0.3', '0.3.0', '1.0']);

/**
 * Handles a call. Errors are JSON-RPC errors with HTTP 200, as A2A requires. Returns undefined for a
 * notification of a known method.
 */
async function answer(app: App, caller: RpcCaller, version: string, text: string) {
  const excess = agentJsonProblem(text);
  if (excess) return rpcFailure(null, new RpcError(codes.invalidRequest, t(excess.text)));
  const request = parseRpc(text);
  if ('error' in request) return rpcFailure(request.id, request.error);
  const { id, method, params, isNotification } = request;
  const nul = text.includes('\\u0000') ? pathToNul(params) : undefined;
  if (nul !== undefined) return rpcFailure(id, invalidField(nul, `${nul} contains a NUL character`));
  const run = methods.get(method);
  if (!run)
    return rpcFailure(id, new RpcError(codes.methodNotFound, `There is no method ${method.slice(0, 100)}`));
  if (!versions.has(version))
    return rpcFailure(id, new RpcError(codes.versionNotSupported, 'A2A-Version must be 1.0 or 0.3'));
  try {
    const result = await run(app, caller, params);
    return isNotification ? undefined : rpcResult(id, result);
  } catch (error) {
    const failed = failure(app, id, error);
    return isNotification ? undefined : failed;
  }
}

function failure(app: App, id: RpcId, error: unknown) {
  if (error instanceof RpcError) return rpcFailure(id, error);
  if (error instanceof InsufficientScope || error instanceof Problem) throw error;
  app.log.error({ err: error }, 'an agent call failed');
  return rpcFailure(id, new RpcError(codes.internal, 'Something went wrong on our side'));
}

export const taskRoutes = [
  endpoint({
    method: 'POST',
    path: '/a2a',
    summary: 'Send a message to an agent’s skill, or read its tasks',
    description:
      'JSON-RPC 2.0 as in A2A 0.3 and 1.0: `message/send`, `tasks/get`, `tasks/list`, `tasks/cancel`, and `SendMessage`, `GetTask`, `ListTasks`, `CancelTask`. Tasks are complete in the response. Streaming and push notifications are not supported. A `messageId` is idempotent for 24 hours.',
    tag: 'Agents',
    access: 'member',
    body: Type.Object({
      jsonrpc: Type.Literal('2.0'),
      id: Type.Optional(Id),
      method: Type.String(),
      params: Type.Optional(Type.Object({}, { additionalProperties: true })),
    }),
    returns: Type.Object(
      {
        jsonrpc: Type.Literal('2.0'),
        id: Id,
        result: Type.Optional(Type.Unknown()),
        error: Type.Optional(
          Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
        ),
      },
      { description: 'The result or the error of the call' },
    ),
    example: {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: {
        skillId: 'post',
        message: { role: 'user', messageId: 'm-1', parts: [{ text: 'Hello' }] },
        metadata: { privacy: 'friends' },
      },
    },
    handle: async ({ app, caller, client, body }) => {
      const { agent, viewer } = caller;
      if (!agent) throw new Problem('unauthenticated', 'Send the access token as Authorization: Bearer');
      refuseOtherTypes(client.contentType);
      try {
        const found = await answer(app, { agent, viewer }, client.a2aVersion, body as unknown as string);
        return found ?? (new RawAnswer(204, 'application/json', '') as never);
      } catch (error) {
        if (!(error instanceof InsufficientScope)) throw error;
        client.setHeader('www-authenticate', 'Bearer realm="api", error="insufficient_scope", scope="api"');
        throw new Problem('forbidden', error.message, { code: 'insufficient_scope' });
      }
    },
  }),
];
