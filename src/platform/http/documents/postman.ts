/** The parts of an OpenAPI document that a collection is made of. */
interface Described {
  info: { title: string; description?: string };
  servers?: { url: string }[];
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name?: string; in?: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Readonly<Record<string, { example?: unknown }>> };
}

const methods = ['get', 'post', 'put', 'delete', 'patch'];

/**
 * Converts an OpenAPI document to a Postman collection (format 2.1.0): a folder for each tag, with examples as bodies,
 * and the address and credential as variables.
 */
export function toPostman(document: object): object {
  const { info, servers = [], paths = {} } = document as Described;
  const isHop = info.title === 'Hop';
  const items = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        tag: operation.tags?.[0] ?? '',
        item: toItem(method, path, operation),
      })),
  );
  const folders = Map.groupBy(items, ({ tag }) => tag);
  return {
    info: {
      name: info.title,
      description: info.description ?? '',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: isHop
      ? { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] }
      : {
          type: 'apikey',
          apikey: [
            { key: 'key', value: 'x-auth-token', type: 'string' },
            { key: 'value', value: '{{token}}', type: 'string' },
            { key: 'in', value: 'header', type: 'string' },
          ],
        },
    variable: [
      { key: 'base', value: servers[0]?.url ?? '' },
      { key: isHop ? 'key' : 'token', value: '' },
    ],
    item: [...folders].map(([name, of]) => ({ name, item: of.map(({ item }) => item) })),
  };
}

function toItem(
  method: string,
  path: string,
  { summary, description, parameters = [], requestBody }: Operation,
) {
  const raw = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const named = (place: string) =>
    parameters.flatMap(({ name, in: where, required, description }) =>
      name !== undefined && where === place
        ? [{ key: name, value: '', description, disabled: !required }]
        : [],
    );
  const query = named('query');
  const body = requestBody?.content?.['application/json']?.example;
  return {
    name: summary ?? path,
    request: {
      method: method.toUpperCase(),
      description,
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: `{{base}}${raw}`,
        host: ['{{base}}'],
        path: raw.split('/').slice(1),
        ...(query.length > 0 && { query }),
        variable: named('path').map(({ key, description }) => ({ key, value: '', description })),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  };
}
