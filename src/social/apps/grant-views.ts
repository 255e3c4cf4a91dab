import { t } from '../../web/translation/translate.ts';
import { button } from '../../web/components/button.ts';
import { html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { OAuthApp } from './oauth-app.ts';

interface ConsentOptions {
  app: OAuthApp;
  icon: string | null;
  viewer: { name: string; username: string };
  /** The state parameter of the request, to be returned to the app. */
  state: string | undefined;
}

/** Asks the person for consent to share their profile with an app. */
export function consentView({ app, icon, viewer, state }: ConsentOptions): View {
  const { origin } = new URL(app.redirectUrl);
  return {
    title: t('Sign in to {name}', { name: app.name }),
    shape: 'plain',
    style: 'settings',
    // Browsers follow the redirect of a form only if `form-action` allows its target.
    policy: { sources: { 'form-action': [origin] } },
    body: html`<div class="consent">
      ${icon && html`<img class="consent-icon" src="${icon}" alt="" width="64" height="64" />`}
      <h1>Sign in to ${app.name}?</h1>
      <p>
        <b>${app.name}</b> of <b>${app.domain}</b> wants to know who you are. You are signed in as
        ${viewer.name} (@${viewer.username}).
      </p>
      ${app.description !== '' && html`<p class="quiet">${app.description}</p>`}
      <p>It can read the following until you revoke access in your settings:</p>
      <ul>
        <li>your name, username and pictures</li>
        <li>your email address, date of birth and gender</li>
        <li>your profile details</li>
      </ul>
      <p>It cannot post, read your messages or change anything.</p>
      <form class="form" action="/api/oauth" method="post" data-turbo="false">
        <input type="hidden" name="app_id" value="${app.authId}" />
        <input type="hidden" name="redirect_url" value="${app.redirectUrl}" />
        ${state !== undefined && html`<input type="hidden" name="state" value="${state}" />`}
        <div class="form-actions">
          ${button({ label: t('Continue to {name}', { name: app.name }), kind: 'primary', name: 'answer', value: 'allow' })}
          ${button({ label: t('Cancel'), kind: 'plain', name: 'answer', value: 'deny' })}
        </div>
      </form>
      <p class="quiet">You will be redirected to ${origin}.</p>
    </div>`,
  };
}
