import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { parseLine } from '../../kernel/typed-text/parse-text.ts';
import { type App, perAccount, verb, inTransaction } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { startOfStep } from '../clicks/statistics/range.ts';
import { type ClickReader, clickStore } from '../clicks/store/click-store.ts';
import type { Owner } from '../owned/owned.ts';
import { sendEventsJob } from '../webhooks/send-events.ts';

/** A lead or a sale that the owner of a link reports, as stored. */
export interface Conversion {
  kind: 'lead' | 'sale';
  linkId: string;
  clickId: string;
  /** The owner's name of the event. */
  event: string;
  /** The owner's id of the customer. */
  customer: string;
  /** In the smallest unit of the currency. */
  amount: number;
  /** ISO 4217 code in lower case. Blank for leads. */
  currency: string;
  processor: string;
  invoice: string | null;
  /** JSON. */
  metadata: string | null;
}

interface LeadInput {
  clickId: string;
  event: string;
  customer: string;
  /** Remembers the click for the customer, and counts nothing yet. */
  isDeferred?: boolean;
  metadata?: unknown;
}

interface SaleInput {
  customer: string;
  amount: number;
  currency?: string | undefined;
  event?: string | undefined;
  processor?: string | undefined;
  invoice?: string | undefined;
  /** The lead that the sale follows. By default, the customer's latest one. */
  lead?: string | undefined;
  /** The click of a customer without a lead. */
  clickId?: string | undefined;
  metadata?: unknown;
}

/** Both verbs share one budget, because sales of new customers also count a lead. */
const limit = perAccount(3000, minutes(5));

/**
 * Counts a lead of a click on one of the viewer's links. Returns undefined if the customer already has this
 * lead. A blank click is that of the customer's earlier lead, or the one that was remembered for it.
 */
export const trackLead = verb(
  { name: 'conversions.track', who: 'member', limit },
  async (app, viewer: Owner, input: LeadInput): Promise<Conversion | undefined> => {
    const event = parseEventName('eventName', input.event);
    const customer = parseCustomer(input.customer);
    const metadata = parseMetadata(input.metadata);
    const click =
      input.clickId.trim() === ''
        ? ((await findLead(app, viewer, customer)) ?? (await findDeferred(app, viewer, customer)))
        : await getClick(app, viewer, input.clickId);
    if (!click) throw invalid('clickId', msg('The customer has no earlier lead, so the click is required'));
    const { linkId, clickId } = click;
    const lead = { linkId, clickId, ...plainLead, event, customer, metadata };
    if (input.isDeferred) {
      await defer(app, viewer, lead);
      return lead;
    }
    return inTransaction(app, async (app) => ((await insert(app, viewer, lead)) ? lead : undefined));
  },
);

/**
 * Counts a sale for the link of the customer's lead. With a click, a customer without a lead gets one. Returns
 * undefined if the customer is unknown or the amount is 0, and the first sale if the invoice was counted before.
 */
export const trackSale = verb(
  { name: 'conversions.track', who: 'member', limit },
  async (app, viewer: Owner, input: SaleInput): Promise<Conversion | undefined> => {
    const customer = parseCustomer(input.customer);
    const given = parseSale(input);
    return inTransaction(app, async (app) => {
      const counted = given.invoice === null ? undefined : await findInvoice(app, viewer, given.invoice);
      if (counted) return counted;
      const lead = await findLead(app, viewer, customer, input.lead);
      const click = input.clickId?.trim()
        ? await getClick(app, viewer, input.clickId)
        : (lead ?? (await findDeferred(app, viewer, customer)));
      if (!lead && input.lead?.trim() && !input.clickId?.trim())
        throw missing(msg('Lead “{lead}”', { lead: input.lead.trim() }));
      if (!click || given.amount === 0) return undefined;
      if (!lead) {
        const event = input.lead?.trim() ? parseEventName('leadEventName', input.lead) : 'Sale';
        await insert(app, viewer, { ...click, ...plainLead, event, customer, metadata: given.metadata });
      }
      const sale: Conversion = { ...click, ...given, kind: 'sale', customer };
      if (await insert(app, viewer, sale)) return sale;
      return findInvoice(app, viewer, given.invoice ?? '');
    });
  },
);

const plainLead = { kind: 'lead', amount: 0, currency: '', processor: '', invoice: null } as const;

const longest = { event: 255, customer: 100, invoice: 255, processor: 50, metadata: 10_000 };
/** One billion, in cents. */
const maxAmount = 100_000_000_000;
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

const parseEventName = (field: string, typed: string) =>
  parseLine(field, typed, { what: msg('The name of the event'), min: 1, max: longest.event });

const parseCustomer = (typed: string) =>
  parseLine('customerExternalId', typed, {
    what: msg('The ID of the customer'),
    min: 1,
    max: longest.customer,
  });

function parseSale({ amount, currency, event, processor, invoice, metadata }: SaleInput) {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > maxAmount)
    throw invalid(
      'amount',
      msg('The amount must be a whole number of cents from 0 to {maxAmount}', { maxAmount }),
    );
  const typed = currency?.trim().toLowerCase() ?? '';
  const code = typed === '' ? 'usd' : typed;
  if (!currencies.has(code))
    throw invalid(
      'currency',
      msg('“{code}” is not a currency code of ISO 4217', { code: code.slice(0, 20) }),
    );
  return {
    amount,
    currency: code,
    event: event?.trim() ? parseEventName('eventName', event) : 'Purchase',
    processor:
      parseLine('paymentProcessor', processor, {
        what: msg('The payment processor'),
        max: longest.processor,
      }) || 'custom',
    invoice:
      parseLine('invoiceId', invoice, { what: msg('The ID of the invoice'), max: longest.invoice }) || null,
    metadata: parseMetadata(metadata),
  };
}

function parseMetadata(metadata: unknown): string | null {
  if (metadata === undefined || metadata === null) return null;
  const text = JSON.stringify(metadata);
  if (text.length > longest.metadata)
    throw invalid(
      'metadata',
      msg('The metadata can have at most {max} characters as JSON', { max: longest.metadata }),
    );
  return text;
}

type Attribution = Pick<Conversion, 'linkId' | 'clickId'>;

/** Returns the link of a click. Clicks on links of other accounts count as missing. */
async function getClick(app: ClickReader, viewer: Owner, typed: string): Promise<Attribution | undefined> {
  const id = typed.trim().toLowerCase().replaceAll('-', '');
  const linkId = /^[0-9a-f]{32}$/.test(id) ? await clickStore(app).findLink(viewer.id, id) : undefined;
  if (linkId === undefined) throw missing(msg('Click'));
  return { linkId, clickId: id };
}

const select = ({ db }: Pick<App, 'db'>, viewer: Owner) =>
  db
    .selectFrom('links.conversion')
    .where('account_id', '=', viewer.id)
    .select(['event', 'customer', 'currency', 'processor', 'invoice', 'metadata', 'link_id as linkId'])
    .select((row) => [
      row.ref('kind').$castTo<Conversion['kind']>().as('kind'),
      sql<string>`replace(click_id::text, '-', '')`.as('clickId'),
      sql<number>`amount::float8`.as('amount'),
    ]);

/** Returns the customer's latest lead, or the one with this name. */
const findLead = (app: Pick<App, 'db'>, viewer: Owner, customer: string, event?: string) =>
  select(app, viewer)
    .where('kind', '=', 'lead')
    .where('customer', '=', customer)
    .$if(Boolean(event?.trim()), (leads) => leads.where('event', '=', event?.trim() ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const findInvoice = (app: Pick<App, 'db'>, viewer: Owner, invoice: string) =>
  select(app, viewer).where('invoice', '=', invoice).executeTakeFirst();

/** Returns the click that was remembered for a customer. */
const findDeferred = ({ db }: Pick<App, 'db'>, viewer: Owner, customer: string) =>
  db
    .selectFrom('links.deferred_lead')
    .where('account_id', '=', viewer.id)
    .where('customer', '=', customer)
    .select(['link_id as linkId', sql<string>`replace(click_id::text, '-', '')`.as('clickId')])
    .executeTakeFirst();

/** Remembers a click for a customer until their lead is counted. A later click replaces it. */
async function defer({ db, clock }: App, viewer: Owner, lead: Conversion): Promise<void> {
  const values = { link_id: lead.linkId, click_id: lead.clickId, at: clock.now() };
  await db
    .insertInto('links.deferred_lead')
    .values({ ...values, account_id: viewer.id, customer: lead.customer })
    .onConflict((conflict) => conflict.columns(['account_id', 'customer']).doUpdateSet(values))
    .execute();
}

/** Stores a conversion, counts it and announces it to webhooks. Returns false if it was counted before. */
async function insert(app: App, viewer: Owner, conversion: Conversion): Promise<boolean> {
  const { linkId, clickId, ...values } = conversion;
  const at = app.clock.now();
  const inserted = await app.db
    .insertInto('links.conversion')
    .values({ ...values, account_id: viewer.id, link_id: linkId, click_id: clickId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await sql`
    insert into links.conversion_hour as known (account_id, link_id, hour, kind, currency, conversions, amount)
    select ${viewer.id}::bigint, link, ${startOfStep(at, 'hour')}::timestamptz, ${values.kind}, ${values.currency}, 1,
      ${values.amount}::numeric
    from unnest(${['0', linkId]}::bigint[]) as link order by link
    on conflict (account_id, link_id, hour, kind, currency) do update set
      conversions = known.conversions + 1, amount = known.amount + excluded.amount`.execute(app.db);
  await announce(app, viewer, conversion, at);
  return true;
}

/** Queues the event of a conversion for the webhooks that subscribe to it. */
async function announce(app: App, viewer: Owner, conversion: Conversion, at: Date): Promise<void> {
  const { kind, linkId, clickId, customer, event, metadata } = conversion;
  const { amount, currency, processor, invoice } = conversion;
  const detail = {
    eventId: randomUUID(),
    eventName: event,
    click: { id: clickId },
    customer: { externalId: customer },
    ...(kind === 'sale' && {
      sale: { amount, currency, paymentProcessor: processor, invoiceId: invoice },
    }),
    metadata: metadata === null ? null : (JSON.parse(metadata) as unknown),
  };
  const { rows } = await sql`
    insert into links.webhook_event (account_id, kind, link_id, at, detail)
    select ${viewer.id}::bigint, ${`${kind}.created`}, ${linkId}::bigint, ${at}::timestamptz, ${JSON.stringify(detail)}::jsonb
    where exists (select from links.webhook
      where account_id = ${viewer.id} and disabled_at is null and ${`${kind}.created`} = any (events))
    returning id`.execute(app.db);
  if (rows.length > 0)
    await addJob(app, sendEventsJob, { account: viewer.id }, { key: `links.events:${viewer.id}` });
}

/** Deletes conversions when clicks of their time are deleted, and their counts with other statistics. */
export async function purgeConversions({ db, clock, config }: App): Promise<void> {
  const now = clock.now().getTime();
  if (config.HOP_CLICK_DAYS > 0) {
    const oldest = new Date(now - days(config.HOP_CLICK_DAYS));
    await db.deleteFrom('links.conversion').where('at', '<', oldest).execute();
    await db.deleteFrom('links.deferred_lead').where('at', '<', oldest).execute();
  }
  if (config.HOP_STATISTICS_DAYS > 0) {
    const oldest = startOfStep(new Date(now - days(config.HOP_STATISTICS_DAYS)), 'month');
    await db.deleteFrom('links.conversion_hour').where('hour', '<', oldest).execute();
  }
}
