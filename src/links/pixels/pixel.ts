import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import type { ProviderKey } from './providers.ts';

/** A tracking tag of an owner at a provider, notified of clicks on links. */
export interface Pixel {
  /** Digits. */
  id: string;
  provider: ProviderKey;
  name: string;
  tag: string;
  createdAt: Date;
}

const longestName = 100;

export function parsePixelName(text: string): string {
  const name = toLine(text);
  if (name === '') throw invalid('name', t('Enter a name'));
  if (name.length > longestName)
    throw invalid('name', t('The name can have at most {longestName} characters', { longestName }));
  return name;
}
