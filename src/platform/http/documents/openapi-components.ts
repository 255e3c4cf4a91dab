import { STATUS_CODES } from 'node:http';
import { sandboxTask } from '../../sandbox/task.ts';
// Moves repeated parts of an OpenAPI document into named `components`.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = Record<string, Json>;

/** The parts of an OpenAPI document used here. */
export interface Document {
  components?: unknown;
  paths?: unknown;
  webhooks?: unknown;
}

/** Works on a document as JSON. It is our own, and takes longer than a request may. */
export const componentsTask = sandboxTask('documents.components', () =>
  Promise.resolve((plain: string) => JSON.stringify(withComponents(JSON.parse(plain) as Node))),
);

/**
 * Replaces schemas that have a `title`, error responses and repeated examples with references. The result
 * describes the same API, and clients generated from it have one type per record.
 */
function withComponents(plain: Node): Document {
  const names = namesOf([plain.paths ?? {}, plain.webhooks ?? {}]);
  const schemas: Node = {};

  const toSchema = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(toSchema);
    if (!isNode(node)) return node;
    const name = node.type === 'object' ? names.get(keyOf(node)) : undefined;
    if (name === undefined)
      return mapValues(withoutTitle(node), (value, key) => (isText(key) ? value : toSchema(value)));
    if (!(name in schemas)) {
      // Registered first, so recursive schemas terminate.
      schemas[name] = {};
      schemas[name] = mapValues(withoutAnnotations(node), toSchema);
    }
    const { description } = node;
    return {
      $ref: `#/components/schemas/${name}`,
      ...(typeof description === 'string' && { description }),
    };
  };

  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isNode(node)) return node;
    return mapValues(node, (value, key) => {
      if (key === 'schema') return toSchema(value);
      return isText(key) ? value : walk(value);
    });
  };

  const paths = walk(plain.paths ?? {});
  const operations = isNode(paths) ? Object.values(paths).filter(isNode).flatMap(Object.values) : [];
  const components = isNode(plain.components) ? plain.components : {};
  return {
    ...plain,
    paths,
    ...(plain.webhooks !== undefined && { webhooks: walk(plain.webhooks) }),
    components: {
      ...components,
      schemas: sorted(schemas),
      parameters: shareParameters(operations.filter(isNode)),
      responses: shareResponses(operations.filter(isNode)),
    },
  };
}

/**
 * Returns the names of record schemas by their keys. A schema is named by its title, and a record inside it
 * after its place (`PostPoll`). Equal schemas share a name.
 */
function namesOf(paths: Json): Map<string, string> {
  const titled = new Map<string, [string, Node]>();
  const collect = (node: Json): void => {
    if (Array.isArray(node)) return node.forEach(collect);
    if (!isNode(node)) return;
    const { title } = node;
    if (typeof title === 'string' && isRecord(node)) titled.set(`${title} ${keyOf(node)}`, [title, node]);
    for (const [key, value] of Object.entries(node)) if (!isText(key)) collect(value);
  };
  collect(paths);
  // Smallest first, so a schema shared by several records is named after the simplest of them.
  const records = [...titled.values()].sort(
    ([, one], [, other]) => keyOf(one).length - keyOf(other).length || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const inside = records.flatMap(([name, record]) => recordsInside(name, record));
  for (const [name, record] of [...records, ...inside]) {
    const key = keyOf(record);
    if (!taken.has(name) && !names.has(key)) names.set(key, name);
    taken.add(name);
  }
  return names;
}

function recordsInside(parent: string, { properties }: Node): [string, Node][] {
  if (!isNode(properties)) return [];
  return Object.entries(properties).flatMap(([key, field]): [string, Node][] => {
    if (!isNode(field)) return [];
    const choices = Array.isArray(field.anyOf) ? field.anyOf : [];
    const record = [field, field.items, ...choices].filter(isNode).find(isRecord);
    if (!record) return [];
    const name = parent + capitalized(field.items === undefined ? key : key.replace(/s$/, ''));
    return [[name, record], ...recordsInside(name, record)];
  });
}

const capitalized = (key: string) =>
  key.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Schemas with one or two fields, such as an id, are clearer inline. */
const isRecord = ({ type, properties }: Node): boolean =>
  type === 'object' && isNode(properties) && Object.keys(properties).length > 2;

/** Extracts parameters shared by several operations, by name. Mutates the operations. */
function shareParameters(operations: readonly Node[]): Node {
  const all = operations.flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []));
  const share = sharing('parameters', all, (parameter) => textOf(parameter.name).replaceAll(/\W/g, '_'));
  for (const operation of operations)
    if (Array.isArray(operation.parameters)) operation.parameters = operation.parameters.map(share.refer);
  return share.shared;
}

/**
 * Extracts error responses, and responses that several operations share with the same schema and example.
 * Mutates the operations.
 */
function shareResponses(operations: readonly Node[]): Node {
  const all = operations.flatMap(({ responses }) => (isNode(responses) ? Object.entries(responses) : []));
  const statuses = new Map(all.map(([status, response]) => [JSON.stringify(response), status]));
  const share = sharing(
    'responses',
    all.map(([, response]) => response),
    (response) => {
      const text = JSON.stringify(response);
      const data = /"#\/components\/schemas\/(\w+)"/.exec(text)?.[1];
      return data ?? statusName(statuses.get(text) ?? '');
    },
  );
  for (const operation of operations)
    if (isNode(operation.responses)) operation.responses = mapValues(operation.responses, share.refer);
  return share.shared;
}

/** Names values that occur more than once in a section of `components`. */
function sharing(part: string, all: readonly Json[], nameOf: (node: Node) => string) {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(JSON.stringify(each), (counts.get(JSON.stringify(each)) ?? 0) + 1);
  const shared: Node = {};
  const names = new Map<string, string>();
  const refer = (node: Json): Json => {
    const key = JSON.stringify(node);
    if (!isNode(node) || (counts.get(key) ?? 0) < 2) return node;
    const name = names.get(key) ?? unused(nameOf(node), shared);
    names.set(key, name);
    shared[name] = node;
    return { $ref: `#/components/${part}/${name}` };
  };
  return { shared, refer };
}

function unused(name: string, taken: Node): string {
  for (let number = 2, candidate = name; ; number += 1) {
    if (!(candidate in taken)) return candidate;
    candidate = `${name}${number}`;
  }
}

/** `402` is PaymentRequired, `4XX` is ClientError. */
function statusName(status: string): string {
  const ranges: Readonly<Record<string, string>> = { '2': 'Success', '4': 'ClientError', '5': 'ServerError' };
  const phrase = status.startsWith('2') ? undefined : STATUS_CODES[status];
  return phrase?.replaceAll(/[^A-Za-z]/g, '') ?? ranges[status.charAt(0)] ?? 'Response';
}

/** Keys whose values are data, never schemas. */
const isText = (key: string) => key === 'example' || key === 'examples' || key === 'enum' || key === 'const';

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (node: Node, change: (value: Json, key: string) => Json): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]));

/** A schema without its use-specific annotations. */
const withoutAnnotations = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !remarks.has(key)));

const remarks = new Set(['description', 'example', 'examples', 'title']);

/** A record without its name. Titles of other schemas are labels of form fields. */
const withoutTitle = (node: Node): Node =>
  typeof node.title === 'string' && isRecord(node)
    ? Object.fromEntries(Object.entries(node).filter(([key]) => key !== 'title'))
    : node;

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** A key that is equal for equal schemas, regardless of key order and of how a constant is written. */
const keyOf = remembered((node: Node) => canonicalFields(withoutAnnotations(node)));

const canonicalNode = remembered((node: Node) => canonicalFields(withoutTitle(node)));

function canonical(node: Json): string {
  if (Array.isArray(node)) return `[${node.map(canonical).join()}]`;
  return isNode(node) ? canonicalNode(node) : JSON.stringify(node);
}

function canonicalFields({ const: only, ...rest }: Node): string {
  const fields: Node = only === undefined ? rest : { ...rest, enum: [only] };
  const texts = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`);
  return `{${texts.sort().join()}}`;
}

/** Schemas lie in each other, so the texts of the inner ones are needed many times. */
function remembered(work: (node: Node) => string): (node: Node) => string {
  const known = new WeakMap<Node, string>();
  return (node) => {
    const text = known.get(node) ?? work(node);
    known.set(node, text);
    return text;
  };
}

const sorted = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
