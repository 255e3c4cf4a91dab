import type { App } from '../../../platform/app.ts';
import { refuseHarmful } from '../../safety/assessment.ts';
import type { BlockContent } from './block.ts';
import { addressesIn } from './rich-text.ts';

/** Checks every address of a restored block again, as when it was added. */
export async function refuseHarmfulBlock(app: App, block: BlockContent): Promise<void> {
  for (const [field, url] of addressesOf(block)) if (url !== '') await refuseHarmful(app, field, url);
}

function addressesOf(block: BlockContent): [field: string, url: string][] {
  switch (block.kind) {
    case 'link':
    case 'image':
      return [['url', block.content.url]];
    case 'text':
      return addressesIn(block.content.text).map((url) => ['text', url]);
    case 'social':
      return block.content.accounts.map(({ network, url }) => [network, url]);
    default:
      return [];
  }
}
