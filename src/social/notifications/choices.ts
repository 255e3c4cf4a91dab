import { unsubscribeLinks } from '../mail-links.ts';
import { type App, verb } from '../../platform/app.ts';
import {
  type NotificationChoice,
  defaultChoiceOf,
  type NotificationKind,
  notificationKinds,
} from '../notify/kinds.ts';

export type NotificationChoices = Record<NotificationKind, NotificationChoice>;

export async function getChoices({ db }: Pick<App, 'db'>, accountId: string): Promise<NotificationChoices> {
  const rows = await db
    .selectFrom('social.notification_choice')
    .where('account_id', '=', accountId)
    .select(['kind', 'on_page as onPage', 'by_mail as byMail', 'by_push as byPush'])
    .execute();
  const chosen = new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, chosen.get(kind) ?? defaultChoiceOf(kind)]),
  ) as NotificationChoices;
}

export const saveChoices = verb(
  { name: 'notifications.choose', who: 'member' },
  async ({ db }: Pick<App, 'db'>, accountId: string, choices: NotificationChoices): Promise<void> => {
    const rows = notificationKinds.map((kind) => ({
      account_id: accountId,
      kind,
      on_page: choices[kind].onPage,
      by_mail: choices[kind].byMail,
      by_push: choices[kind].byPush,
    }));
    await db
      .insertInto('social.notification_choice')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'kind']).doUpdateSet((eb) => ({
          on_page: eb.ref('excluded.on_page'),
          by_mail: eb.ref('excluded.by_mail'),
          by_push: eb.ref('excluded.by_push'),
        })),
      )
      .execute();
  },
);

export type NotificationChannel = 'page' | 'mail' | 'push';

/** The checkbox name of a kind and channel. */
export const checkboxName = (kind: NotificationKind, way: NotificationChannel) => `${kind}-${way}`;

/** Parses a form with a checkbox per kind and channel. Missing checkboxes are off. */
export function parseNotificationForm(body: Readonly<Record<string, unknown>>): NotificationChoices {
  const isOn = (kind: NotificationKind, way: NotificationChannel) => body[checkboxName(kind, way)] === 'on';
  return Object.fromEntries(
    notificationKinds.map((kind): [NotificationKind, NotificationChoice] => [
      kind,
      { onPage: isOn(kind, 'page'), byMail: isOn(kind, 'mail'), byPush: isOn(kind, 'push') },
    ]),
  ) as NotificationChoices;
}

/** The token of an unsubscribe link authenticates the receiver only to end notification emails. */
export const { create: unsubscribeToken, parse: parseUnsubscribeToken } = unsubscribeLinks('no mail');

/** Ends all notification emails of an account and changes nothing else. */
export const endMails = verb(
  { name: 'notifications.end-mails', who: 'anyone' },
  async (app: App, token: string): Promise<void> => {
    const accountId = parseUnsubscribeToken(app, token);
    const choices = await getChoices(app, accountId);
    await saveChoices(
      app,
      accountId,
      Object.fromEntries(
        notificationKinds.map((kind) => [kind, { ...choices[kind], byMail: false }]),
      ) as NotificationChoices,
    );
  },
);
