import { foldAccents, queryWords } from '../../kernel/text.ts';

// The parts of an OpenAPI document that the reference uses.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  required?: string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Answer {
  description?: string;
  content?: Readonly<Record<string, Content>>;
}

export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  description?: string;
}

type Way = Readonly<Record<string, readonly string[]>>;

interface RawOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: { content?: Readonly<Record<string, Content>> };
  responses?: Readonly<Record<string, unknown>>;
  security?: Way[];
}

interface RawDocument {
  info: { title: string; description?: string };
  servers?: { url: string }[];
  security?: Way[];
  paths?: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  components?: { securitySchemes?: Readonly<Record<string, SecurityScheme>> };
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  group: string;
  parameters: readonly Parameter[];
  /** The body, in the first media type it accepts. */
  body: ({ type: string } & Content) | undefined;
  answers: readonly (Answer & { status: string })[];
  /** The alternatives for authentication, each with the names of credentials sent together. */
  credentials: readonly (readonly string[])[];
}

/** The operations of one tag. */
export interface OperationGroup {
  slug: string;
  name: string;
  operations: readonly Operation[];
}

export interface Reference {
  base: string;
  description: string;
  groups: readonly OperationGroup[];
  schemes: Readonly<Record<string, SecurityScheme>>;
  /** Resolves a schema's reference. */
  resolve: (schema: Schema) => Schema;
}

/** The header that clients send, in readable form. */
export const credentialHeader = (name: string, scheme: SecurityScheme | undefined): string =>
  scheme?.type === 'http' ? 'Authorization: Bearer' : (scheme?.name ?? name);

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Converts an OpenAPI document for display: grouped by tag, with references resolved. */
export function toReference(described: object): Reference {
  const document = described as RawDocument;
  const follow = (value: unknown): unknown => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value;
    const found = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
    return found ?? {};
  };
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => parseOperation(method, path, operation, document.security ?? [], follow)),
  );
  const byName = Map.groupBy(operations, ({ group }) => group);
  return {
    base: document.servers?.[0]?.url ?? '',
    description: document.info.description ?? '',
    groups: Array.from(byName, ([name, listed]) => ({ name, slug: slugOf(name), operations: listed })),
    schemes: document.components?.securitySchemes ?? {},
    resolve: (schema) => ({
      ...(follow(schema) as Schema),
      ...(schema.description && { description: schema.description }),
    }),
  };
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function parseOperation(
  method: string,
  path: string,
  raw: RawOperation,
  security: readonly Way[],
  follow: (value: unknown) => unknown,
): Operation {
  const [body] = Object.entries(raw.requestBody?.content ?? {});
  return {
    id: raw.operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? path,
    description: raw.description ?? '',
    group: raw.tags?.[0] ?? 'Other',
    parameters: (raw.parameters ?? []).map((each) => follow(each) as Parameter),
    body: body && { type: body[0], ...body[1] },
    answers: Object.entries(raw.responses ?? {}).map(([status, answer]) => ({
      ...(follow(answer) as Answer),
      status,
    })),
    credentials: (raw.security ?? security).map((way) => Object.keys(way)),
  };
}

/** Finds operations that contain every word of a query in their tag, method, path or texts. */
export function findOperations({ groups }: Reference, q: string): readonly Operation[] {
  const words = queryWords(q);
  if (words.length === 0) return [];
  return groups
    .flatMap(({ operations }) => operations)
    .filter(({ group, method, path, summary, description }) => {
      const text = foldAccents(`${group} ${method} ${path} ${summary} ${description}`);
      return words.every((word) => text.includes(word));
    });
}
