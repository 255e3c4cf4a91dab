import type { Operation, Parameter, Reference, SecurityScheme } from './described.ts';

/** The operation as a curl command that works after filling in credentials and ids. */
export function curlOf(operation: Operation, reference: Reference): string {
  const { method, path, parameters, body } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    valueOf(parameters.find((each) => each.in === 'path' && each.name === name) ?? { name, in: 'path' }),
  );
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map((each) => `${each.name}=${valueOf(each)}`);
  const address = reference.base + filled + (query.length > 0 ? `?${query.join('&')}` : '');
  const data = body?.example ?? body?.schema?.examples?.[0];
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...(operation.credentials[0] ?? []).flatMap((name) => credential(name, reference.schemes[name])),
    ...(body ? [`-H "Content-Type: ${body.type}"`] : []),
    ...(data === undefined ? [] : [`-d '${JSON.stringify(data).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function credential(name: string, scheme: SecurityScheme | undefined): string[] {
  if (!scheme) return [];
  if (scheme.type === 'http')
    return [`-H "Authorization: Bearer YOUR_${name.endsWith('Key') ? 'KEY' : 'TOKEN'}"`];
  const value = `YOUR_${(scheme.name ?? name).replace(/^x-/i, '').replaceAll('-', '_').toUpperCase()}`;
  return [scheme.in === 'cookie' ? `-b "${scheme.name}=${value}"` : `-H "${scheme.name}: ${value}"`];
}

/** A valid value for the parameter if one is known, else its name in capitals. */
function valueOf({ name, schema = {} }: Parameter): string {
  const known = schema.examples?.[0] ?? schema.enum?.[0] ?? schema.const ?? schema.default;
  if (typeof known === 'number' || (typeof known === 'string' && known !== ''))
    return encodeURIComponent(known);
  const isNumber =
    schema.type === 'integer' || schema.type === 'number' || schema.pattern?.startsWith('^[0-9]');
  return isNumber === true ? String(schema.minimum ?? 1) : name.toUpperCase();
}
