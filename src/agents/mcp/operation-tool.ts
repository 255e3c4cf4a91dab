import type { TObject, TProperties, TSchema } from 'typebox';
import { Problem, msg } from '../../kernel/problem.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EndpointCall, Endpoint } from '../../platform/http/endpoint.ts';
import type { Family } from '../../platform/http/family.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import type { Access } from '../../platform/app.ts';
import { recordApiCall } from '../settings/own-agents.ts';
import { type McpTool, refuseUnknownArguments, type ToolCall } from './tool.ts';

/** An operation of the API as a tool. */
interface OperationTool {
  name: string;
  title: string;
  /** Default: the operation's summary and description. */
  description?: string;
  /** The arguments, of the operation's fields. Default: all. */
  pick?: readonly string[];
  /** Fields with a fixed value, which are no arguments. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Whether it deletes or blocks something, or cannot be undone. */
  isDestructive?: boolean;
}

const parts = ['params', 'query', 'body'] as const;
type Part = (typeof parts)[number];

/**
 * Offers an operation of the API as a tool: the same schemas, checks and verb, and the same record as its response.
 */
export function operationTool(family: Family, endpoint: Endpoint, tool: OperationTool): McpTool {
  const { name, title, pick, fixed = {}, isDestructive = false } = tool;
  const isRead = endpoint.method === 'GET';
  const properties: TProperties = {};
  const required: string[] = [];
  const placeOf = new Map<string, Part>();
  for (const part of parts) {
    const schema = endpoint[part] as TObject | undefined;
    for (const [field, shape] of Object.entries(schema?.properties ?? {})) {
      if ((pick && !pick.includes(field)) || field in fixed) continue;
      properties[field] = shape;
      placeOf.set(field, part);
      if ((schema?.required as readonly string[] | undefined)?.includes(field)) required.push(field);
    }
  }
  const inputSchema = {
    type: 'object' as const,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  const description = tool.description ?? [endpoint.summary, endpoint.description].filter(Boolean).join('. ');
  return {
    shape: {
      name,
      title,
      description,
      inputSchema,
      outputSchema: { type: 'object', additionalProperties: true },
      annotations: {
        title,
        readOnlyHint: isRead,
        destructiveHint: isDestructive,
        idempotentHint: isRead || endpoint.method === 'PUT' || endpoint.method === 'DELETE',
        openWorldHint: false,
      },
    },
    run: async (call, given) => {
      refuseUnknownArguments(inputSchema, given);
      const refused = family.refuseCaller?.(call.caller, endpoint);
      if (refused) throw refused;
      if (!isRead) refuseLimited(call.caller);
      const data = await handle(family, endpoint, call, inputOf(endpoint, placeOf, { ...given, ...fixed }));
      return { text: JSON.stringify(data), data };
    },
  };
}

/** An agent's limits are enforced by its skills. With limits, it changes nothing by other tools. */
function refuseLimited({ agent }: Caller): void {
  if ((agent?.skills ?? agent?.audience ?? agent?.dailyPosts) === undefined) return;
  throw new Problem(
    'forbidden',
    msg('This agent is limited by its owner. It can only use its skills at /a2a.'),
  );
}

/** Splits the arguments into the parts of a request, and checks each as a request's. */
function inputOf(
  endpoint: Endpoint,
  placeOf: ReadonlyMap<string, Part>,
  given: Readonly<Record<string, unknown>>,
): Record<Part, unknown> {
  const input: Record<Part, Record<string, unknown> | undefined> = {
    params: endpoint.params && {},
    query: endpoint.query && {},
    body: endpoint.body && {},
  };
  for (const [field, value] of Object.entries(given)) {
    const part = placeOf.get(field) ?? parts.find((each) => hasField(endpoint[each], field));
    const target = part && input[part];
    if (target && value !== null) target[field] = structuredClone(value);
  }
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema && part === 'body') endpoint.tidy?.(input.body);
    if (schema) checkOf(schema, part)(input[part]);
  }
  return input;
}

const hasField = (schema: TSchema | undefined, field: string): boolean =>
  Object.hasOwn((schema as TObject | undefined)?.properties ?? {}, field);

const checks = new WeakMap<TSchema, (value: unknown) => void>();

function checkOf(schema: TSchema, part: Part): (value: unknown) => void {
  const known = checks.get(schema) ?? shapeCheck(schema, part === 'body' ? 'body' : 'query');
  checks.set(schema, known);
  return known;
}

/** Handles the operation as a request, and returns what the API would send. */
async function handle(
  family: Family,
  endpoint: Endpoint,
  { app, viewer, caller, client }: ToolCall,
  input: Record<Part, unknown>,
): Promise<object> {
  const given = {
    app,
    viewer,
    caller,
    // Headers are the protocol's own.
    client: { ...client, setHeader: () => undefined },
    files: [],
    ...input,
  } as unknown as EndpointCall<Access, never, never, never>;
  const call = endpoint.prepare ? { ...given, body: (await endpoint.prepare(given)) as never } : given;
  const answer = family.serve(app, await endpoint.handle(call));
  if (endpoint.method !== 'GET') await recordApiCall(app, caller, endpoint.path);
  return withDeclaredFields(endpoint.returns, answer);
}

const serializers = new WeakMap<TSchema, (value: unknown) => string>();

/** Undeclared fields are never sent. */
async function withDeclaredFields(schema: TSchema, value: unknown): Promise<object> {
  const { default: build } = await import('fast-json-stringify');
  const serialize = serializers.get(schema) ?? build(schema as Parameters<typeof build>[0]);
  serializers.set(schema, serialize);
  return JSON.parse(serialize(value)) as object;
}
