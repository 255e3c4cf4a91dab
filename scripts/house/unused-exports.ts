import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Stimulus controllers are loaded by name. */
const isFoundByName = (path: string) =>
  /^browser\/(controllers\/|chat\/(call|chat|presence)|writing\/(availability|complete))/.test(path);

/**
 * Returns exports that no other file imports, as `path: name`. `texts` is keyed by path and contains every
 * file that may import.
 */
export function findUnusedExports(texts: ReadonlyMap<string, string>): string[] {
  const used = new Set<string>();
  const exported: [path: string, name: string][] = [];
  for (const [path, text] of texts) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const name of exportsOf(file)) exported.push([path, name]);
    collectImports(file, (from, name) => used.add(`${join(dirname(path), from)} ${name}`));
  }
  return exported
    .filter(([path]) => !isFoundByName(path))
    .filter(([path, name]) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
    .map(([path, name]) => `${path}: ${name}`);
}

function exportsOf(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name }) => name.text)
        : [];
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const { name } = statement as { name?: ts.Node };
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

function collectImports(file: ts.SourceFile, add: (from: string, name: string) => void): void {
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const from = node.moduleSpecifier.text;
      const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
      if (bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings)))
        for (const { name, propertyName } of bindings.elements) add(from, (propertyName ?? name).text);
      else if (bindings) add(from, '*');
    } else if (isImportCall(node)) add((node.arguments[0] as ts.StringLiteral).text, '*');
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** `await import('./file.ts')` and `import('./file.ts').Type`. */
const isImportCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  node.expression.kind === ts.SyntaxKind.ImportKeyword &&
  node.arguments[0] !== undefined &&
  ts.isStringLiteral(node.arguments[0]);
