import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { contextEnd } from '../../src/web/translation/translate.ts';
import { translateTemplate } from '../../src/web/template-messages.ts';

/** An interface text for translators. */
export interface Collected {
  message: string;
  /** `template`: placeholders are the values and tags of a template. `icu`: an ICU message. */
  kind: 'template' | 'icu';
  /** Files that use it. */
  files: Set<string>;
  /** The expressions behind a template's placeholders: `{0}: post.author.name`. */
  values: Map<string, string>;
}

/** Tests, generated files, samples of the style page, and tools, whose words are part of their function. */
const notForReaders = ['**/*.test.ts', '**/*.gen.ts', 'src/web/style/**', 'src/toolkit/tools/**'];

/** Collects every message of the sources: from `html` templates, `t` and `msg`. */
export function collectMessages(): Map<string, Collected> {
  const found = new Map<string, Collected>();
  const files = globSync('{src,browser}/**/*.ts', { exclude: notForReaders }).sort();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (!/html`|\btc?[(`]|\bmsg\(|\bnavigation: \[/.test(text)) continue;
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), (message, kind, values) => {
      let collected = found.get(message);
      if (!collected) {
        collected = { message, kind, files: new Set(), values: new Map() };
        found.set(message, collected);
      }
      collected.files.add(file);
      for (const [name, value] of values) collected.values.set(name, value);
    });
  }
  return found;
}

type Add = (message: string, kind: Collected['kind'], values: readonly (readonly [string, string])[]) => void;

function visit(node: ts.Node, add: Add): void {
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') visitTemplate(node.template, add);
  else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 't') visitMarked(node.template, add);
  else if (ts.isCallExpression(node) && /^(t|msg)$/.test(node.expression.getText())) {
    for (const text of textsIn(node.arguments[0])) add(text, 'icu', []);
  } else if (ts.isCallExpression(node) && node.expression.getText() === 'tc') {
    const [context] = textsIn(node.arguments[0]);
    for (const text of textsIn(node.arguments[1])) add(`${context}${contextEnd}${text}`, 'icu', []);
  } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'navigation')
    visitNavigation(node, add);
  ts.forEachChild(node, (child) => visit(child, add));
}

/** Returns `a` for `t('a')`, and both for `t(isNew ? 'a' : 'b')`. */
function textsIn(node: ts.Node | undefined): string[] {
  if (node && ts.isStringLiteralLike(node)) return [node.text];
  if (node && ts.isConditionalExpression(node))
    return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (node && ts.isParenthesizedExpression(node)) return textsIn(node.expression);
  return [];
}

/** Navigation entries declared by features are translated where the service assembles them. */
function visitNavigation(node: ts.Node, add: Add): void {
  if (ts.isPropertyAssignment(node) && /^(label|group)$/.test(node.name.getText()))
    for (const text of textsIn(node.initializer)) add(text, 'icu', []);
  ts.forEachChild(node, (child) => visitNavigation(child, add));
}

function visitTemplate(template: ts.TemplateLiteral, add: Add): void {
  const spans = ts.isTemplateExpression(template) ? [...template.templateSpans] : [];
  const head = ts.isTemplateExpression(template) ? template.head.text : template.text;
  translateTemplate([head, ...spans.map(({ literal }) => literal.text)], (message) => {
    const numbers = [...message.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number));
    const values = numbers.map((n) => [`{${n}}`, shorten(spans[n]?.expression.getText() ?? '')] as const);
    add(message, 'template', values);
    return undefined;
  });
}

/** A text in a browser script, with values numbered as in a view's template. */
function visitMarked(template: ts.TemplateLiteral, add: Add): void {
  if (!ts.isTemplateExpression(template)) {
    add(template.text, 'template', []);
    return;
  }
  const spans = [...template.templateSpans];
  const text = template.head.text + spans.map(({ literal }, i) => `{${i}}${literal.text}`).join('');
  add(
    text,
    'template',
    spans.map(({ expression }, i) => [`{${i}}`, shorten(expression.getText())] as const),
  );
}

const shorten = (code: string) => {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
};
