/** The parts of an OpenAPI description needed to list its operations. */
interface Described {
  info: { title: string; version: string; description?: string };
  paths?: Readonly<Record<string, unknown>>;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Readonly<Record<string, unknown>>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Shape }[];
  requestBody?: { content?: Readonly<Record<string, { schema?: Shape }>> };
}
interface Shape {
  type?: string | string[];
  enum?: unknown[];
  required?: string[];
  description?: string;
  properties?: Readonly<Record<string, Shape>>;
  examples?: unknown[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Lists every operation of a description in a few lines of Markdown, by tag. For clients that read one text.
 */
export function operationsText(document: Described, base: string): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other');
  return Array.from(byTag, ([tag, listed]) =>
    [`## ${tag}`, ...listed.map(({ name, operation }) => toText(name, operation, base))].join('\n\n'),
  ).join('\n\n');
}

function toText(name: string, operation: Operation, base: string): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const example = body?.examples?.[0];
  const lines = [
    `### ${operation.summary ?? name}`,
    `\`${name.replace(' ', ` ${base}`)}\``,
    operation.description,
    credentialsOf(operation),
    list(
      'Parameters',
      (operation.parameters ?? []).map((each) =>
        line(each.name, each.schema, each.required === true, each.description),
      ),
    ),
    list(
      'Body',
      Object.entries(body?.properties ?? {}).map(([field, shape]) =>
        line(field, shape, body?.required?.includes(field) === true),
      ),
    ),
    example === undefined ? '' : `Example: \`${JSON.stringify(example)}\``,
  ];
  return lines.filter(Boolean).join('\n\n');
}

function credentialsOf({ security = [] }: Operation): string {
  const ways = security.map((way) => Object.keys(way).join(' + ')).filter((way) => way !== '');
  return ways.length === 0 ? 'Needs no credentials.' : `Credentials: ${ways.join(', or ')}.`;
}

const list = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `${title}:\n\n${lines.join('\n')}`;

function line(name: string, shape: Shape | undefined, isRequired: boolean, description?: string): string {
  const kind = shape?.enum?.join(' | ') ?? [shape?.type ?? 'value'].flat().join(' or ');
  const about = description ?? shape?.description;
  return `- \`${name}\` (${kind}${isRequired ? ', required' : ''})${about === undefined ? '' : `: ${about}`}`;
}
