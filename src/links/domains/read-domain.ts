import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Domain } from './domain.ts';
import { findDomainOf } from './queries.ts';

export async function readDomain(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Domain> {
  const domain = await findDomainOf(app, viewer.id, id);
  if (!domain) throw missing('Domain');
  return domain;
}
