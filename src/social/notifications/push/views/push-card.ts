import { button } from '../../../../web/components/button.ts';
import { card } from '../../../../web/components/card.ts';
import { buttonForm } from '../../../../web/form.ts';
import { html, type Html } from '../../../../web/html.ts';

/** Lets this browser be reached, and ends it for all. */
export const pushCard = (publicKey: string, browsers: number): Html =>
  card({
    title: 'In the browser',
    lead:
      browsers === 0
        ? 'No browser of yours is told of what happens while Plaza is closed.'
        : `${
            browsers === 1 ? 'One browser of yours is' : `${browsers} browsers of yours are`
          } told of what happens, also while Plaza is closed.`,
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
        ${button({ label: 'Tell me in this browser', icon: 'bell' })}
        <p class="field-hint" role="alert" data-push-target="refusal" hidden>
          This browser does not let Plaza reach you. Its settings for this site may say why.
        </p>
      </form>
      ${
        browsers > 0 &&
        buttonForm({
          to: '/settings/notifications/push/end',
          label: 'Tell none of them any more',
          small: true,
        })
      }
      <noscript><p>To be told in a browser, let it run scripts.</p></noscript>`,
  });
