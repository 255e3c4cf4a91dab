import type { Document, Node } from 'yaml';
import { invalid } from '../../kernel/problem.ts';
import { writeJson, type JsonNode } from './json-text.ts';

/** Maximum values after aliases are resolved, so that a few of them cannot expand to millions. */
const mostValues = 100_000;

/** Parses YAML 1.2 to JSON. Numbers keep their digits, and those with leading zeros are identifiers: text. */
export async function parseYaml(field: string, text: string): Promise<JsonNode> {
  const yaml = await import('yaml');
  const document = yaml.parseDocument(text.replace(/^\uFEFF/, ''), { intAsBigInt: true });
  refuseErrors(field, document);
  const open = new Set<unknown>();
  let values = 0;
  const walk = (given: unknown): JsonNode => {
    const node = (yaml.isAlias(given) ? given.resolve(document) : given) as Node | null | undefined;
    if ((values += 1) > mostValues) throw invalid(field, 'Aliases expand to too many values');
    if (open.has(node) && node) throw invalid(field, 'An alias refers to an element that contains it');
    if (yaml.isMap(node) || yaml.isSeq(node)) {
      open.add(node);
      const result: JsonNode = yaml.isSeq(node)
        ? { kind: 'list', items: node.items.map(walk) }
        : {
            kind: 'object',
            entries: node.items.map(({ key, value }) => [toKey(walk(key)), walk(value)] as const),
          };
      open.delete(node);
      return result;
    }
    return toScalar(field, node);
  };
  const toKey = (key: JsonNode): string => {
    if (key.kind === 'object' || key.kind === 'list') throw invalid(field, 'A key must be a single value');
    return key.kind === 'text' ? key.value : writeJson(key);
  };
  return walk(document.contents);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function toScalar(field: string, node: Node | null | undefined): JsonNode {
  const { value, source = '' } = (node ?? { value: null }) as { value: unknown; source?: string };
  if (value === null || value === undefined) return { kind: 'word', value: null };
  if (typeof value === 'boolean') return { kind: 'word', value };
  if (typeof value !== 'number' && typeof value !== 'bigint') return { kind: 'text', value: value as string };
  if (jsonNumber.test(source)) return { kind: 'number', written: source };
  if (/^[+-]?0\d/.test(source)) return { kind: 'text', value: source };
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalid(field, `JSON has no ${source}`);
  return { kind: 'number', written: String(value) };
}

function refuseErrors(field: string, { errors }: Pick<Document.Parsed, 'errors'>): void {
  const [first] = errors;
  if (first) throw invalid(field, first.message.split('\n')[0] ?? 'This is not YAML');
}

/** A number as it is written. */
class WrittenNumber {
  readonly written: string;
  constructor(written: string) {
    this.written = written;
  }
}

const toYamlValue = (node: JsonNode): unknown => {
  if (node.kind === 'object') return new Map(node.entries.map(([key, value]) => [key, toYamlValue(value)]));
  if (node.kind === 'list') return node.items.map(toYamlValue);
  return node.kind === 'number' ? new WrittenNumber(node.written) : node.value;
};

/** Writes YAML. Texts that YAML 1.1 reads as something else, such as `no` and dates, are quoted. */
export async function writeYaml(node: JsonNode): Promise<string> {
  const { stringify } = await import('yaml');
  const written = {
    tag: 'tag:yaml.org,2002:float',
    default: true,
    identify: (value: unknown) => value instanceof WrittenNumber,
    resolve: (text: string) => text,
    stringify: ({ value }: { value: unknown }) => (value as WrittenNumber).written,
  };
  return stringify(toYamlValue(node), {
    customTags: [written],
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
}

/** Formats YAML. Values, comments, anchors and styles stay as they are written. */
export async function formatYaml(
  field: string,
  text: string,
  { indent, sortKeys }: { indent: number; sortKeys: boolean },
): Promise<string> {
  const { isMap, isScalar, parseAllDocuments, Scalar, visit } = await import('yaml');
  const absent = {
    tag: 'tag:yaml.org,2002:null',
    default: true,
    test: /^$/,
    identify: (value: unknown) => value === null,
    resolve: () => new Scalar(null),
    stringify: () => '',
  };
  // In this schema every other value is text, which is written as it was read.
  const options = { schema: 'failsafe', customTags: [absent] };
  const parsed = parseAllDocuments(text.replace(/^\uFEFF/, ''), options);
  const documents = Array.isArray(parsed) ? parsed : [];
  const textOf = (key: unknown) => (isScalar(key) ? String(key.value) : '');
  for (const document of documents) {
    refuseErrors(field, document);
    if (sortKeys)
      visit(document, {
        Map: (_, map) => {
          if (isMap(map)) map.items.sort((a, b) => (textOf(a.key) < textOf(b.key) ? -1 : 1));
        },
      });
  }
  return documents
    .map((document) => document.toString({ indent, lineWidth: 0, flowCollectionPadding: false }))
    .join('');
}
