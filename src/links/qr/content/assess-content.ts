import type { App } from '../../../platform/app.ts';
import { assessTarget, type Assessment } from '../../safety/assessment/assess-target.ts';
import type { Content } from './content.ts';

/**
 * Looks at where a code leads, as is done for links; the answer is set on the link that it is. Nothing where it leads
 * no elsewhere than before: that stays as an operator has left it.
 */
export async function assessContent(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  content: Content,
  before?: Content,
): Promise<Partial<Assessment>> {
  const address = addressIn(content);
  if (before && addressIn(before)?.url === address?.url) return {};
  if (address) return assessTarget(app, address.url, address.field);
  return { held_at: null, held_for: null, target_check_due_at: null };
}

function addressIn(content: Content): { url: string; field: string } | undefined {
  if (content.kind === 'link') return { url: content.url, field: 'url' };
  if (content.kind === 'vcard' && content.website) return { url: content.website, field: 'website' };
  return undefined;
}
