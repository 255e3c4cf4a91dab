import { isRecord } from '../../kernel/json.ts';
import { hasBrokenName } from '../../platform/http/input/parsers.ts';
import { Problem, type FieldError, type MessageText } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';

/** Error codes of JSON-RPC 2.0 and A2A. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotificationNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  extendedAgentCardNotConfigured: -32007,
  versionNotSupported: -32009,
} as const;

export type RpcId = string | number | null;

/** An error that a method throws for the caller. Any other error is a bug. */
export class RpcError extends Error {
  readonly code: number;
  /** Details as in google.rpc.Status, the reason first. */
  readonly data: readonly Detail[];
  constructor(code: number, message: string, data: readonly Detail[] = []) {
    super(message);
    this.code = code;
    this.data = [errorInfo(code), ...data];
  }
}

type Detail = Readonly<Record<string, unknown>>;

/** `taskNotFound` is TASK_NOT_FOUND. A2A 1.0 requires the reason in every error. */
const reasons = new Map<number, string>(
  Object.entries(codes).map(([name, code]) => [
    code,
    name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  ]),
);

const errorInfo = (code: number): Detail => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: reasons.get(code) ?? 'INTERNAL',
  domain: 'a2a-protocol.org',
  metadata: {},
});

/** Returns an invalid parameters error, with the invalid fields as in google.rpc.BadRequest. */
export const invalidParams = (
  errors: readonly FieldError[],
  message: MessageText = errors[0]?.message ?? 'Invalid parameters',
) =>
  new RpcError(codes.invalidParams, t(message), [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: errors.map(({ field, message }) => ({ field, description: t(message) })),
    },
  ]);

export const invalidField = (field: string, message: string) => invalidParams([{ field, message }]);

interface RpcRequest {
  id: RpcId;
  method: string;
  params: Readonly<Record<string, unknown>>;
  /** A request without an id gets no answer. */
  isNotification: boolean;
}

export const rpcResult = (id: RpcId, result: unknown) => ({ jsonrpc: '2.0' as const, id, result });

export const rpcFailure = (id: RpcId, { code, message, data }: RpcError) => ({
  jsonrpc: '2.0' as const,
  id,
  error: { code, message, data },
});

/** Parses a JSON-RPC 2.0 request. An error includes the request's `id` if possible. */
export function parseRpc(text: string): RpcRequest | { id: RpcId; error: RpcError } {
  let parsed: unknown;
  try {
    // PostgreSQL cannot store lone surrogates.
    parsed = JSON.parse(text, (_name, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    );
  } catch {
    return { id: null, error: new RpcError(codes.parse, 'The body is not valid JSON') };
  }
  if (Array.isArray(parsed)) return refusal(null, 'Batches are not supported: send one request at a time');
  if (!isRecord(parsed)) return refusal(null, 'The request must be an object');
  if (hasBrokenName(parsed)) return refusal(null, 'The request has a name that is not text');
  const { jsonrpc, id = null, method, params = {} } = parsed;
  if (!isId(id)) return refusal(null, 'id must be a string, a number or null');
  if (jsonrpc !== '2.0') return refusal(id, 'jsonrpc must be "2.0"');
  if (typeof method !== 'string' || method === '') return refusal(id, 'method is missing');
  if (!isRecord(params)) return { id, error: invalidField('params', 'params must be an object') };
  return { id, method, params, isNotification: !Object.hasOwn(parsed, 'id') };
}

const refusal = (id: RpcId, message: string) => ({ id, error: new RpcError(codes.invalidRequest, message) });

const isId = (id: unknown): id is RpcId =>
  id === null || typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));

/** JSON-RPC over HTTP is JSON. Pages of other sites can send any other type without asking the browser. */
export function refuseOtherTypes(contentType: string): void {
  if (contentType !== '' && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType))
    throw new Problem('unsupported', 'Send Content-Type: application/json');
}
