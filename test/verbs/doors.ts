import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** An operation, page, form or skill, as it is declared. */
export interface Door {
  /** `src/social/comments/pages.ts: POST /comments/:id/edit` */
  name: string;
  /** The verb that it names. */
  verb: string | undefined;
  hasLimit: boolean;
  /** The imported functions that it calls with the App, as `src/social/comments/comments.ts addComment`. */
  calls: ReadonlySet<string>;
}

/** The declarations of doors: `member.post({…})`, `endpoint({…})`, `formPages({…})`. */
const declares = /^(?:\w+\.(?:get|post|put|delete)|endpoint|page|formPages)$/;

/** Returns the doors in the sources of all services, and the names of verbs by the function that is one. */
export function findDoors(): { doors: Door[]; verbs: Map<string, string> } {
  const files = globSync('src/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
    .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return { doors: files.flatMap(doorsIn), verbs: new Map(files.flatMap(verbsIn)) };
}

function verbsIn(file: ts.SourceFile): [string, string][] {
  return declarationsIn(file).flatMap(({ name, initializer }): [string, string][] => {
    const acts =
      initializer && ts.isCallExpression(initializer) && declared[initializer.expression.getText()];
    if (acts)
      return acts.map((act) => [`${file.fileName} ${name.getText()}.${act}`, featureOf(initializer, act)]);
    if (!initializer || !ts.isCallExpression(initializer) || initializer.expression.getText() !== 'verb')
      return [];
    const [given] = initializer.arguments;
    // Verbs that undo each other can share their rules, and so their budget.
    const shared = declarationsIn(file).find((each) => each.name.getText() === given?.getText())?.initializer;
    const rules = shared ?? given;
    const title = rules && ts.isObjectLiteralExpression(rules) ? textOf(rules, 'name') : undefined;
    return [[`${file.fileName} ${name.getText()}`, title ?? '?']];
  });
}

/** The verbs of kinds of owned objects, by the function that declares them. */
const declared: Readonly<Record<string, readonly string[] | undefined>> = {
  declareStored: ['remove', 'restore'],
  declareKind: ['add', 'update', 'remove', 'restore'],
};

function featureOf(call: ts.CallExpression, act: string): string {
  const [given] = call.arguments;
  const feature = given && ts.isObjectLiteralExpression(given) ? textOf(given, 'feature') : undefined;
  return `${feature ?? '?'}.${act === 'remove' ? 'delete' : act}`;
}

const declarationsIn = (file: ts.SourceFile) =>
  file.statements.filter(ts.isVariableStatement).flatMap((each) => [...each.declarationList.declarations]);

function doorsIn(file: ts.SourceFile): Door[] {
  const imported = importedNames(file);
  // Functions of the same file are followed, so a door may call a verb through them.
  const local = new Map<string, ts.Node>();
  for (const each of file.statements)
    if (ts.isFunctionDeclaration(each) && each.name) local.set(each.name.text, each);
  for (const each of declarationsIn(file)) local.set(each.name.getText(), each);
  const doors: Door[] = [];
  const visit = (node: ts.Node): void => {
    const declared = declarationIn(node);
    if (declared) doors.push(toDoor(declared, file, imported, local));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return doors;
}

function declarationIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(node) || !declares.test(node.expression.getText())) return undefined;
  const [argument] = node.arguments;
  return argument && ts.isObjectLiteralExpression(argument) && propertyOf(argument, 'path')
    ? argument
    : undefined;
}

function toDoor(
  declared: ts.ObjectLiteralExpression,
  file: ts.SourceFile,
  imported: ReadonlyMap<string, string>,
  local: ReadonlyMap<string, ts.Node>,
): Door {
  const calls = new Set<string>();
  const followed = new Set<ts.Node>();
  const collect = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const called = importedPath(node.expression, imported);
      if (called !== undefined && node.arguments[0]?.getText() === 'app') calls.add(called);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text } = node.expression;
      const origin = imported.get(text);
      if (origin !== undefined && node.arguments[0]?.getText() === 'app') calls.add(origin);
      const own = local.get(text);
      if (own && !followed.has(own)) {
        followed.add(own);
        collect(own);
      }
    }
    ts.forEachChild(node, collect);
  };
  // What shows the form again is not what the door is for.
  for (const each of declared.properties)
    if (!/^(?:again|show)$/.test(each.name?.getText() ?? '')) collect(each);
  const named = propertyOf(declared, 'verb');
  const verb = named?.getText();
  return {
    name: `${file.fileName}: ${methodOf(declared)} ${textOf(declared, 'path') ?? '?'}`,
    verb:
      named && verb !== undefined
        ? (imported.get(verb) ?? importedPath(named, imported) ?? `${file.fileName} ${verb}`)
        : undefined,
    hasLimit: propertyOf(declared, 'limit') !== undefined,
    calls,
  };
}

/** `ownedTags.add` of an imported `ownedTags`, as `file ownedTags.add`. */
function importedPath(node: ts.Expression, imported: ReadonlyMap<string, string>): string | undefined {
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const origin = imported.get(node.expression.getText());
  return origin && `${origin}.${node.name.text}`;
}

const methodOf = (declared: ts.ObjectLiteralExpression) => {
  const { expression } = declared.parent as ts.CallExpression;
  return ts.isPropertyAccessExpression(expression)
    ? expression.name.text.toUpperCase()
    : (textOf(declared, 'method') ?? 'POST');
};

/** The value of a property: an identifier for the short form. */
function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = node.properties.find((each) => each.name?.getText() === name);
  if (!found) return undefined;
  return ts.isPropertyAssignment(found) ? found.initializer : (found.name as ts.Identifier);
}

function textOf(node: ts.ObjectLiteralExpression, name: string): string | undefined {
  const value = propertyOf(node, name);
  return value && ts.isStringLiteralLike(value) ? value.text : value?.getText();
}

/** Imported functions by their local name, as `file name`. */
function importedNames(file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const each of file.statements) {
    if (!ts.isImportDeclaration(each) || !ts.isStringLiteral(each.moduleSpecifier)) continue;
    const bindings = each.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || !each.moduleSpecifier.text.startsWith('.')) continue;
    const path = join(dirname(file.fileName), each.moduleSpecifier.text);
    for (const { name, propertyName } of bindings.elements)
      names.set(name.text, `${path} ${(propertyName ?? name).text}`);
  }
  return names;
}
