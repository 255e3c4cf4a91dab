import type { App, Viewer } from '../../src/platform/app.ts';

/** Adds a webhook with a delivery at each service. Returns the examples of their pages. */
export async function addWebhooks({ db, clock }: App, viewer: Viewer) {
  const now = clock.now();
  const hook = {
    ...{ account_id: viewer.id, name: 'Shop', url: 'https://shop.example.org/hop', events: ['link.created'] },
    ...{ secret: Buffer.from('s'), created_at: now, updated_at: now },
  };
  const delivery = { message: 'msg_1', kind: 'webhook.test', body: '{}', created_at: now };
  const ofHop = await db.insertInto('links.webhook').values(hook).returning('id').executeTakeFirstOrThrow();
  const sentByHop = await db
    .insertInto('links.webhook_delivery')
    .values({ webhook_id: ofHop.id, ...delivery })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofPlaza = await db
    .insertInto('social.webhook')
    .values(hook)
    .returning('id')
    .executeTakeFirstOrThrow();
  const sentByPlaza = await db
    .insertInto('social.webhook_delivery')
    .values({ webhook_id: ofPlaza.id, ...delivery })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pages = (path: string, id: string, delivery: string) => ({
    [`${path}/:id`]: `${path}/${id}`,
    [`${path}/:id/deliveries/:delivery`]: `${path}/${id}/deliveries/${delivery}`,
  });
  return {
    links: pages('/dashboard/webhooks', ofHop.id, sentByHop.id),
    social: pages('/developers/webhooks', ofPlaza.id, sentByPlaza.id),
  };
}
