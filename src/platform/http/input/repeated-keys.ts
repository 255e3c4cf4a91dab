/** Whether a JSON object has a duplicate key. Parsers disagree about which value counts. */
export function hasRepeatedKey(text: string, value: unknown): boolean {
  return countKeys(value) !== countColons(text);
}

/** Counts colons outside of strings, which equals the number of keys. */
function countColons(text: string): number {
  let colons = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') index += 1;
    else if (character === '"') isInString = !isInString;
    else if (character === ':' && !isInString) colons += 1;
  }
  return colons;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, each) => sum + countKeys(each), own);
}
