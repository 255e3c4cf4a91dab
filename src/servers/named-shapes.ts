import type { NamedShapes } from '../platform/http/documents/openapi-components.ts';
import { shapeModules } from './shape-modules.ts';

/** Paid operations have their own records in addition to those of the API. */
const folders = {
  social: [
    { folder: 'social', prefix: '' },
    { folder: 'paid', prefix: 'Paid' },
  ],
  links: [{ folder: 'links', prefix: '' }],
} as const;

/** The parts of JSON Schema used here. */
interface Shape {
  type?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  anyOf?: readonly Shape[];
}

/**
 * The record schemas of a service, by the names under which its `wire.ts` files export them (`PostRecord` is
 * called `Post`). Nested schemas without a name are named after their position (`PostPoll`). Loaded when an
 * API description is first requested, when the modules are already loaded.
 */
export async function namedShapes(service: 'social' | 'links'): Promise<NamedShapes> {
  const exported: [string, Shape][] = [];
  for (const { folder, prefix } of folders[service])
    for (const module of await shapeModules(folder))
      for (const [name, shape] of Object.entries(module as Record<string, Shape>))
        if (isRecord(shape)) exported.push([prefix + name.replace(/Record$/, ''), shape]);
  // Smallest first, so a schema shared by several records is named after the simplest of them.
  const sizeOf = ([, shape]: [string, Shape]) => JSON.stringify(shape).length;
  exported.sort((one, other) => sizeOf(one) - sizeOf(other));
  const inside = exported.flatMap(([name, shape]) => shapesInside(name, shape));
  const shapes: Record<string, Shape> = {};
  for (const [name, shape] of [...exported, ...inside]) shapes[name] ??= shape;
  return shapes;
}

function shapesInside(parent: string, { properties = {} }: Shape): [string, Shape][] {
  return Object.entries(properties).flatMap(([key, field]): [string, Shape][] => {
    const [shape] = [field, field.items, ...(field.anyOf ?? [])].filter((each) => each && isRecord(each));
    if (!shape) return [];
    const name = parent + capitalized(field.items ? key.replace(/s$/, '') : key);
    return [[name, shape], ...shapesInside(name, shape)];
  });
}

const capitalized = (key: string) =>
  key.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Schemas with one or two fields, such as an id, are clearer inline. */
const isRecord = ({ type, properties }: Shape): boolean =>
  type === 'object' && Object.keys(properties ?? {}).length > 2;
