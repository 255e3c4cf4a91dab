interface Shape {
  type?: unknown;
  const?: unknown;
  anyOf?: unknown;
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const isNull = ({ type }: Shape) => type === 'null';
const isWord = ({ type, const: word }: Shape) => type === 'string' && word !== undefined;

/**
 * Simplifies choices that make no difference in JSON: a union of constants becomes a string, and a type or
 * null becomes `nullable`. Serializers would compile a check for each alternative and run it on every value.
 */
export function simplifyUnions(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(simplifyUnions);
  if (!isShape(shape)) return shape;
  return Object.fromEntries(
    Object.entries(chosen(shape)).map(([name, part]) => [name, simplifyUnions(part)]),
  );
}

function chosen(shape: Shape): object {
  const { anyOf, ...rest } = shape;
  if (!Array.isArray(anyOf) || !anyOf.every(isShape)) return shape;
  const sides = anyOf.filter((side) => !isNull(side));
  const nullable = sides.length < anyOf.length && { nullable: true };
  if (sides.length > 0 && sides.every(isWord)) return { ...rest, type: 'string', ...nullable };
  const [only] = sides;
  return sides.length === 1 && typeof only?.type === 'string' ? { ...only, ...rest, ...nullable } : shape;
}
