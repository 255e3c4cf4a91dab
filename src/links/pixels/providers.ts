import { msg, type Message, invalid } from '../../kernel/problem.ts';

interface Provider {
  /** Display name. */
  name: string;
  /** Format of the provider's tags. */
  tag: RegExp;
  /** Description of the format, used in “The tag of … is {rule}”. */
  rule: Message;
  example: string;
}

/** Lenient format for providers that issue several kinds of ids. */
const wordTag = {
  tag: /^[A-Za-z0-9][\w-]{0,63}$/,
  rule: msg('up to 64 letters, digits, hyphens and underscores'),
};
const digits = { tag: /^\d{1,64}$/, rule: msg('digits only') };

/** Providers by their name in the API. */
export const providers = {
  gtmpixel: {
    name: 'Google Tag Manager',
    tag: /^(GTM|GA)-[A-Za-z0-9-]{1,60}$/,
    rule: msg('GTM- or GA- followed by letters and digits'),
    example: 'GTM-ABCDE',
  },
  gapixel: { name: 'Google Analytics', ...wordTag, example: 'G-ABC1234567' },
  fbpixel: { name: 'Facebook', ...digits, example: '1234567890123456' },
  adwordspixel: {
    name: 'Google Ads',
    tag: /^[A-Za-z0-9][\w-]{0,63}(\/[\w-]{1,64})?$/,
    rule: msg('a conversion ID, optionally followed by a slash and a label'),
    example: 'AW-123456789',
  },
  linkedinpixel: { name: 'LinkedIn', ...digits, example: '123456' },
  twitterpixel: { name: 'Twitter', ...wordTag, example: 'o1abc' },
  adrollpixel: { name: 'AdRoll', ...wordTag, example: 'ABCDEFGHIJKLMNOPQRSTUV' },
  quorapixel: {
    name: 'Quora',
    tag: /^[0-9a-f]{32}$/i,
    rule: msg('32 hexadecimal digits'),
    example: '0123456789abcdef0123456789abcdef',
  },
  pinterest: { name: 'Pinterest', ...wordTag, example: '2612345678901' },
  bing: { name: 'Microsoft Bing', ...wordTag, example: '12345678' },
  snapchat: { name: 'Snapchat', ...wordTag, example: '01234567-89ab-cdef-0123-456789abcdef' },
  reddit: { name: 'Reddit', ...wordTag, example: 't2_abcdef' },
  tiktok: { name: 'TikTok', ...wordTag, example: 'C4ABCDEFGHIJKLMNOPQR' },
} as const satisfies Record<string, Provider>;

export type ProviderKey = keyof typeof providers;
export const providerKeys = Object.keys(providers) as ProviderKey[];

export function parsePixelProvider(text: string): ProviderKey {
  const key = providerKeys.find((each) => each === text.trim());
  if (!key)
    throw invalid(
      'type',
      msg('The provider must be one of {providerKeys}', { providerKeys: providerKeys.join(', ') }),
    );
  return key;
}

/** Validates a tag in the provider's format. */
export function parseTag(key: ProviderKey, text: string): string {
  const { name, tag, rule, example }: Provider = providers[key];
  const trimmed = text.trim();
  if (!tag.test(trimmed))
    throw invalid(
      'tag',
      msg('A {name} tag must be {rule}, such as {example}', { name, rule: rule, example }),
    );
  return trimmed;
}
