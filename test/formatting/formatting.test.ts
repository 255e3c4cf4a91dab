// Checks manual formatting: data tables, documents for programs, and lines with one long text.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import ts from 'typescript';

const longestLine = 140;
const marker = /\/\/ prettier-ignore$/gm;
const paths = globSync('{src,test,scripts,bench,browser}/**/*.ts')
  .filter((path) => !path.endsWith('.gen.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Finds data tables that Prettier ignores, and the line numbers of other ignored code. */
function findIgnored(
  path: string,
  text: string,
): { tables: [start: number, end: number][]; others: string[] } {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = { tables: [] as [number, number][], others: [] as string[] };
  for (const { index } of text.matchAll(marker)) {
    const node = nodeAt(source, index);
    if (node && (isTable(node) || isDocument(node))) found.tables.push([node.getStart(), node.end]);
    else found.others.push(`${path}:${source.getLineAndCharacterOfPosition(index).line + 1}`);
  }
  return found;
}

/** Returns the statement, property or element that a comment applies to: the one it ends, or the next one. */
function nodeAt(source: ts.SourceFile, comment: number): ts.Node | undefined {
  const { text } = source;
  const before = text.slice(0, comment).replace(/[;,\s]+$/, '').length;
  const isTrailing = text.slice(text.lastIndexOf('\n', comment) + 1, comment).trim() !== '';
  const next = text.indexOf('\n', comment) + (/\n\s*\S/.exec(text.slice(comment))?.[0].length ?? 1) - 1;
  let widest: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    const isIt = isTrailing ? node.end === before || node.end === before + 1 : node.getStart() === next;
    const isWhole =
      ts.isStatement(node) || ts.isPropertyAssignment(node) || ts.isArrayLiteralExpression(node.parent);
    if (isIt && isWhole) widest ??= node;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return widest;
}

function isTable(node: ts.Node): boolean {
  const value = ts.isVariableStatement(node)
    ? node.declarationList.declarations[0]?.initializer
    : ts.isPropertyAssignment(node)
      ? node.initializer
      : ts.isArrayLiteralExpression(node.parent) && node;
  if (!value) return false;
  // A table of texts is a function, because they are translated for the reader.
  let bare: ts.Node = ts.isArrowFunction(value) && value.parameters.length === 0 ? value.body : value;
  while (ts.isAsExpression(bare) || ts.isSatisfiesExpression(bare) || ts.isParenthesizedExpression(bare))
    bare = bare.expression;
  const isCollection =
    ts.isArrayLiteralExpression(bare) || ts.isObjectLiteralExpression(bare) || ts.isNewExpression(bare);
  return isCollection && !hasCode(bare);
}

/** Whether the node is markup for programs, in which Prettier would add white space. */
function isDocument(node: ts.Node): boolean {
  const value = ts.isReturnStatement(node)
    ? node.expression
    : ts.isPropertyAssignment(node)
      ? node.initializer
      : ts.isVariableStatement(node) && node.declarationList.declarations[0]?.initializer;
  if (!value) return false;
  const markup = ts.isPropertyAccessExpression(value)
    ? value.expression
    : ts.isArrowFunction(value)
      ? value.body
      : value;
  return ts.isTaggedTemplateExpression(ts.isPropertyAccessExpression(markup) ? markup.expression : markup);
}

const hasCode = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) ||
  ts.isFunctionLike(node) ||
  ts.isTaggedTemplateExpression(node) ||
  (ts.forEachChild(node, (child) => hasCode(child) || undefined) ?? false);

/** Returns the longest text or pattern on each line, which cannot be broken without harm. */
function textsByLine(path: string, text: string): Map<number, number> {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const starts = source.getLineStarts();
  const longest = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isRegularExpressionLiteral(node) ||
      (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText) {
      const [first, last] = [node.getStart(), node.end].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      );
      for (let line = first ?? 0; line <= (last ?? 0); line += 1) {
        const end = Math.min(node.end, (starts[line + 1] ?? text.length + 1) - 1);
        const length = end - Math.max(node.getStart(), starts[line] ?? 0);
        longest.set(line, Math.max(longest.get(line) ?? 0, length));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return longest;
}

test('prettier-ignore is only used for data tables and for markup for programs', () => {
  const found = paths
    .filter(({ text }) => text.includes('// prettier-ignore'))
    .map(({ path, text }) => findIgnored(path, text));
  assert.ok(found.some(({ tables }) => tables.length > 0));
  assert.deepEqual(
    found.flatMap(({ others }) => others),
    [],
  );
});

test(`lines have at most ${longestLine} characters, except in data tables and for one long text`, () => {
  const long = paths.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    if (!lines.some((line) => line.length > longestLine)) return [];
    const { tables } = findIgnored(path, text);
    const texts = textsByLine(path, text);
    let start = 0;
    return lines.flatMap((line, index) => {
      const at = start;
      start += line.length + 1;
      const isInTable = tables.some(([first, last]) => at + line.length >= first && at <= last);
      const isText = line.length - (texts.get(index) ?? 0) <= 100;
      return line.length > longestLine && !isInTable && !isText ? [`${path}:${index + 1}`] : [];
    });
  });
  assert.deepEqual(long, []);
});

test('distinguishes a table from code', () => {
  const others = (text: string) => findIgnored('test.ts', text).others;
  assert.deepEqual(others('const a = [1, 2]; // prettier-ignore'), []);
  assert.deepEqual(others('const a = {\n  // prettier-ignore\n  b: [1, 2],\n};'), []);
  assert.deepEqual(others('f({ a: 1 }); // prettier-ignore'), ['test.ts:1']);
  assert.deepEqual(others('const a = [() => 1]; // prettier-ignore'), ['test.ts:1']);
});
