import type { App } from '../../../platform/app.ts';
import { assessTarget, type Assessment } from '../../safety/assessment.ts';
import type { Content } from './content.ts';

/**
 * Assesses the destination of a code like that of a link, with the result for its link. An unchanged
 * destination is not assessed again, so that an operator's decision stands.
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
