import { t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { hopIllustration, noindexHead, redirectBar, refreshHead } from '../custom-pages/components.ts';
import { colorRule, nameOfDestination } from '../custom-pages/input.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import type { SplashContent } from './splash-pages.ts';

type Delivery = Pick<FollowedLink, 'title' | 'description' | 'previewImage' | 'to'>;

/** Delay of the default splash page. */
const defaultSeconds = 5;

/** The default splash page. */
export function defaultSplashView(delivery: Delivery, below: Html): View {
  const { title, description, previewImage, to } = delivery;
  return {
    ...frameOf({ to, seconds: defaultSeconds }),
    title: t('Redirecting to {to}', { to: nameOfDestination(to) }),
    body: html`<div class="way">
      <main class="way-center" id="main">
        ${hopIllustration}
        <h1>${title || nameOfDestination(to)}</h1>
        ${description && html`<p class="lead">${description}</p>`}
        ${previewImage && html`<img class="way-preview" src="${previewImage}" alt="" />`}
      </main>
      <footer class="way-foot">${below} ${redirectBar({ to, seconds: defaultSeconds })}</footer>
    </div>`,
  };
}

interface SplashPictures {
  banner: string | null;
  avatar: string | null;
}

/** An owner's splash page. */
export function splashView(content: SplashContent, pictures: SplashPictures, to: string, below: Html): View {
  const { title, message, buttonText, buttonAddress, seconds, colors } = content;
  return {
    ...frameOf({ to, seconds }),
    title: title || nameOfDestination(to),
    ...(colors && { css: colorRule(':root', colors) }),
    body: html`<div class="way">
      <main class="splash" id="main">
        ${pictures.banner && html`<img class="splash-banner" src="${pictures.banner}" alt="" />`}
        <div class="splash-words">
          ${pictures.avatar && html`<img class="splash-avatar" src="${pictures.avatar}" alt="" />`}
          <h1>${title || nameOfDestination(to)}</h1>
          ${message && html`<p class="splash-message">${message}</p>`}
          ${
            buttonAddress &&
            linkButton({
              label: buttonText,
              href: buttonAddress,
              kind: 'primary',
              data: { rel: 'noopener nofollow', target: '_blank' },
            })
          }
        </div>
      </main>
      <footer class="way-foot">${below} ${redirectBar({ to, seconds })}</footer>
    </div>`,
  };
}

function frameOf({ to, seconds }: { to: string; seconds: number }): Pick<View, 'shape' | 'head' | 'scripts'> {
  const isTimed = seconds > 0;
  return {
    shape: 'bare',
    head: html`${noindexHead} ${isTimed && refreshHead(to, seconds)}`,
    scripts: isTimed ? ['interstitials/countdown.ts'] : [],
  };
}
