import { mailAccount } from '../../../identity/account/email.ts';
import { type App, inTransaction } from '../../../platform/app.ts';
import { jobOf } from '../../../platform/jobs/jobs.ts';
import { bulk } from '../../../platform/mail.ts';
import { t } from '../../../web/translation/translate.ts';
import { unsubscribeToken } from '../../notifications/choices.ts';
import { claimDelivery } from '../../notifications/mail.ts';
import { mailTicket } from '../../notify/notify.ts';
import { eventTimeText } from '../../posts/components/event-link.ts';
import { datesCalendar } from '../calendar.ts';
import { type Event, type EventDate, getEvent, pathOfEvent, selectDates } from '../event.ts';
import { ticketOf } from './tickets.ts';

/** Dates of a series that are in one email. */
const mostDates = 20;

/** Emails a guest their tickets for an event with its calendar file, in their language, unless they switched it off. */
const mailTickets = (app: App, { id }: { id: string }): Promise<void> =>
  inTransaction(app, async (app) => {
    const found = await claimDelivery(app, id, 'mailed_at');
    const eventId = found?.notification.postId;
    if (!found || !eventId) return;
    const { viewer } = found;
    // The next place at the event is a new email.
    await app.db
      .updateTable('social.notification')
      .set({ read_at: app.clock.now() })
      .where('id', '=', id)
      .where('on_page', '=', false)
      .execute();
    const { event } = await getEvent(app, viewer, eventId);
    const dates = (
      await selectDates(app, viewer)
        .where('date.event_id', '=', eventId)
        .where('date.canceled_at', 'is', null)
        .where('date.ends_at', '>', app.clock.now())
        .orderBy('date.starts_at')
        .execute()
    ).filter(({ mine }) => mine === 'going');
    if (dates.length === 0 || event.canceledAt) return;
    const base = app.config.plazaUrl;
    const shown = dates.slice(0, mostDates);
    const token = unsubscribeToken(app, viewer.id);
    await mailAccount(
      app,
      viewer.id,
      () => ({
        subject: t('Your place: {title}', { title: event.title }),
        text: [
          t('You are going to {title}.', { title: event.title }),
          ...shown.map((date) => ticketText(app, event, date)),
          [event.place, event.address, event.link].filter(Boolean).join('\n'),
          t('Show the code at the entrance, or the QR code on the page of the event:'),
          `${base}${pathOfEvent(event)}`,
          t('If you cannot come, answer there, so that somebody else gets the place.'),
          `${t('Unsubscribe from emails of {base}:', { base })} ${base}/notifications/unsubscribe?token=${token}`,
        ]
          .filter(Boolean)
          .join('\n\n'),
        calendar: datesCalendar(
          shown.map((date) => ({ event, date })),
          { base, name: event.title },
        ),
      }),
      bulk,
    );
  });

const ticketText = (app: App, event: Event, date: EventDate): string =>
  `${eventTimeText({ ...event, ...date })}\n${t('Ticket: {code}', { code: ticketOf(app, { date })?.code ?? '' })}`;

export const confirmationJobs = [jobOf(mailTicket, mailTickets)];
