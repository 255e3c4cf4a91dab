import { accessFor, type CrawlerPolicy, knownCrawlers } from './crawlers.ts';

type Usage = 'search' | 'ai-input' | 'ai-train';

/**
 * The license of public pages for programs, in Really Simple Licensing 1.0: https://rslstandard.org/rsl. What is free
 * and what has a price are licenses of their own, so that neither looks as if it covered the other.
 */
export function licenseText(policy: CrawlerPolicy, base: string): string {
  const usages: readonly { usage: Usage; isPermitted: boolean; isPriced: boolean }[] = [
    { usage: 'search', isPermitted: policy.search, isPriced: isPriced(policy, 'search') },
    { usage: 'ai-input', isPermitted: policy.aiInput, isPriced: isPriced(policy, 'answers') },
    { usage: 'ai-train', isPermitted: policy.aiTrain, isPriced: isPriced(policy, 'training') },
  ];
  const named = (which: (usage: (typeof usages)[number]) => boolean) =>
    usages.filter(which).map(({ usage }) => usage);
  const free = named(({ isPermitted, isPriced }) => isPermitted && !isPriced);
  const priced = named(({ isPermitted, isPriced }) => isPermitted && isPriced);
  const prohibited = named(({ isPermitted }) => !isPermitted);
  const prohibits = prohibited.length > 0 ? [usageElement('prohibits', prohibited)] : [];
  const payment = `<payment type="crawl">
        <amount currency="USD">${policy.price}</amount>
        <custom>${base}/x402</custom>
      </payment>`;
  const licenses = [
    ...(free.length > 0 || priced.length === 0
      ? [
          [
            ...(free.length > 0 ? [usageElement('permits', free)] : []),
            ...prohibits,
            '<payment type="free" />',
          ],
        ]
      : []),
    ...(priced.length > 0 ? [[usageElement('permits', priced), ...prohibits, payment]] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsl xmlns="https://rslstandard.org/rsl">
  <content url="/">
${licenses
  .map(
    (parts) => `    <license>
${parts.map((part) => `      ${part}`).join('\n')}
    </license>`,
  )
  .join('\n')}
    <terms>${base}/static/terms</terms>
  </content>
</rsl>
`;
}

const usageElement = (name: 'permits' | 'prohibits', usages: readonly Usage[]) =>
  `<${name} type="usage">${usages.join(' ')}</${name}>`;

/** Whether any crawler of the purpose has to pay for pages. */
const isPriced = (policy: CrawlerPolicy, purpose: 'search' | 'answers' | 'training'): boolean =>
  knownCrawlers.some((crawler) => crawler.purpose === purpose && accessFor(policy, crawler) === 'price');
