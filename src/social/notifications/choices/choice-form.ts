import { type Choice, type NotificationKind, notificationKinds } from '../../notify/kinds.ts';
import type { Choices } from './choices.ts';

export type Channel = 'page' | 'mail' | 'push';

/** The checkbox name of a kind and channel. */
export const checkboxName = (kind: NotificationKind, way: Channel) => `${kind}-${way}`;

/** Parses a form with a checkbox per kind and channel. Missing checkboxes are off. */
export function parseForm(body: Readonly<Record<string, unknown>>): Choices {
  const isOn = (kind: NotificationKind, way: Channel) => body[checkboxName(kind, way)] === 'on';
  return Object.fromEntries(
    notificationKinds.map((kind): [NotificationKind, Choice] => [
      kind,
      { onPage: isOn(kind, 'page'), byMail: isOn(kind, 'mail'), byPush: isOn(kind, 'push') },
    ]),
  ) as Choices;
}
