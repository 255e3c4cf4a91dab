import { t } from '../../../../kernel/translation/translate.ts';
import { button } from '../../../../web/components/button.ts';
import { card } from '../../../../web/components/card.ts';
import { buttonForm } from '../../../../web/form.ts';
import { html, type Html } from '../../../../web/html.ts';

/** Card to subscribe this browser, or to end all push subscriptions. */
export const pushCard = (publicKey: string, browsers: number): Html =>
  card({
    title: t('Browser notifications'),
    lead:
      browsers === 0
        ? t('Get notified while Plaza is closed.')
        : t('{browsers, plural, one {# browser is} other {# browsers are}} notified while Plaza is closed.', {
            browsers,
          }),
    body: html`<form
        class="form needs-script"
        action="/settings/notifications/push"
        method="post"
        data-controller="push"
        data-push-key-value="${publicKey}"
        data-action="submit->push#subscribe"
      >
        <input type="hidden" name="endpoint" data-push-target="field" />
        <input type="hidden" name="p256dh" data-push-target="field" />
        <input type="hidden" name="auth" data-push-target="field" />
        ${button({ label: t('Turn on browser notifications'), icon: 'bell' })}
        <p class="field-hint" role="alert" data-push-target="refusal" hidden>
          Notifications are blocked in this browser. Check its settings for this site.
        </p>
      </form>
      ${
        browsers > 0 &&
        buttonForm({
          to: '/settings/notifications/push/end',
          label: t('Turn off in all browsers'),
          small: true,
        })
      }
      <noscript><p>Browser notifications need JavaScript.</p></noscript>`,
  });
