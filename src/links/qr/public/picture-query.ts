import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import { formats, readDesign, type Design, type Format } from '../drawing/design.ts';

/** Which picture of a code is meant. */
export interface Wanted {
  size: number;
  format: Format;
}

/** `?size=` and `?format=` as they were sent, over what the code has itself. A `Problem` for what is no size or format. */
export function readWanted(design: Design, { size, format }: { size?: unknown; format?: unknown }): Wanted {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return readDesign(design, { size: text(size), format: text(format) });
}

/** `k3x9ab.png`: the code and the kind of its picture, or of its file of contacts. */
export function readFileName(name: string): { code: string; ending: Format | 'vcf' | undefined } {
  const [, code = '', ending] = /^([0-9a-z]{1,32})(?:\.([a-z]{3,4}))?$/.exec(name) ?? [];
  const known = [...formats, 'vcf' as const].find((format) => format === ending);
  if (!code || (ending !== undefined && !known)) throw missing(t('Picture'));
  return { code, ending: known };
}
