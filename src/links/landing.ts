import { listDoors } from '../kernel/doors.ts';
import { t } from '../web/translation/translate.ts';
import { button, icon } from '../web/components/controls.ts';
import { linePath } from '../web/components/charts/heat-map.ts';
import { chart } from '../web/components/charts/chart.ts';
import { codeSample } from '../web/components/code-sample.ts';
import { textField } from '../web/components/fields/text-field.ts';
import {
  features,
  finalCallToAction,
  landingHead,
  landingSection,
  steps,
} from '../web/components/landing.ts';
import type { LandingFeature, LandingOptions } from '../web/components/landing.ts';
import { bind, form, type FormState } from '../web/form.ts';
import { html, type Html, type View } from '../web/html.ts';
import { hop } from './product.ts';

const parts = (): readonly LandingFeature[] => [
  {
    icon: 'globe',
    title: t('Your own domains'),
    text: t(
      'go.yourname.com instead of a shared domain. You choose where the root and missing links redirect.',
    ),
  },
  {
    icon: 'lock',
    title: t('Passwords and expiry'),
    text: t('A link for the press until Friday, then an expiry page.'),
  },
  {
    icon: 'qr-code',
    title: t('QR codes that count'),
    text: t('In your colors, with your logo, editable after printing.'),
  },
  {
    icon: 'megaphone',
    title: t('Campaigns and channels'),
    text: t('Group links and codes, share a public list, or rotate one URL among many.'),
  },
  {
    icon: 'target',
    title: t('Pixels and overlays'),
    text: t('Thirteen pixel providers, splash pages and call-to-action overlays.'),
  },
  {
    icon: 'zap',
    title: t('Fast and reliable'),
    text: t('Popular links are answered from memory, and every click is on disk before the redirect.'),
  },
];

const days = Array.from({ length: 28 }, (_, index) => `${index + 1} May`);
const clicks = days.map((_, index) =>
  Math.round(90 + 4 * index + 46 * Math.sin(index / 2.4) - (index % 7 > 4 ? 34 : 0)),
);

const description = () =>
  t('Short links on your own server, with targeting by country, device and language, and live analytics.');

/** Hop's landing page, for visitors who are not signed in. */
export function hopLanding(options: LandingOptions & { state?: FormState }): View {
  const { host } = new URL(options.base);
  return {
    title: t('Hop'),
    description: description(),
    head: landingHead({ base: options.base, name: 'Hop', description: description() }),
    shape: 'landing',
    style: 'landing',
    canonical: `${options.base}/`,
    body: html`<section class="hero">
        <div class="hero-text">
          <h1>Short links that know where to land</h1>
          <p class="hero-lead">
            For when you outgrow a link script. Target by country, device and language, watch every click
            live, and host it all yourself.
          </p>
          ${startForm(options)}
        </div>
        ${hopScene(host)}
      </section>
      ${landingSection({
        id: 'aim',
        title: t('One link, the right destination for everyone'),
        lead: t(
          'Print the poster once. Its destination can depend on the visitor, and you can change it tomorrow.',
        ),
        body: signpost(host),
      })}
      ${landingSection({
        id: 'count',
        title: t('Analytics you can trust'),
        lead: t(
          'Country, device, browser, referrer and unique visitors within two seconds. Bots are filtered, IP addresses are never stored.',
        ),
        body: html`<div class="landing-chart">
          ${chart({
            title: t('Clicks per day'),
            summary: t(
              'Example data: growth from about 100 to 220 clicks per day over four weeks, with dips on weekends.',
            ),
            labels: days,
            series: [{ name: 'Clicks', values: clicks }],
            height: 220,
          })}
        </div>`,
      })}
      ${landingSection({
        id: 'parts',
        title: t('Features'),
        lead: t('Everything a campaign needs, with an API for the rest.'),
        body: features(parts()),
      })}
      ${landingSection({
        id: 'api',
        title: t('One call, one link'),
        lead: html`Every account has a key. The <a class="link" href="/api-docs">API reference</a> covers
          every call. Clients written for common link scripts work unchanged.`,
        body: codeSample({ title: t('Shorten a link'), code: sample(options.base) }),
      })}
      ${landingSection({
        id: 'start',
        title: t('Get started in a minute'),
        lead: options.registrationOpen
          ? t('No card, no sales call.')
          : t('This Hop is invite-only. You can run your own in a minute.'),
        body: steps([
          { title: t('Create account'), text: t('Your API key is ready as soon as you sign up.') },
          {
            title: t('Paste a URL'),
            text: t('Pick a memorable alias, or use a random one.'),
          },
          { title: t('Share it'), text: t('Share the link or print its QR code, and watch the clicks.') },
        ]),
      })}
      ${finalCallToAction(hop().brand, t('Create your first short link today.'), options, t('Shorten your first link'))}`,
  };
}

/** The form for a first link, which is created after sign-up. */
const startForm = ({ registrationOpen, state = {} }: LandingOptions & { state?: FormState }): Html =>
  html`<div class="hero-form">
    ${form({
      action: '/',
      body: html`${textField({
        ...bind(state)('url'),
        label: t('Destination URL'),
        required: true,
        inputmode: 'url',
        icon: 'link',
        placeholder: 'example.com/a/very/long/page',
        autocomplete: 'off',
      })}
      ${button({ label: t('Shorten'), kind: 'primary' })}`,
    })}
    <p>
      ${registrationOpen ? t('Free account, no card.') : t('For members of this Hop.')}
      <a class="link" href="/signin">Sign in</a>
    </p>
  </div>`;

function sample(base: string): string {
  return `curl ${base}/api/url/add \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://shop.example.org/linen", "custom": "spring"}'

{"error": 0, "id": 17, "shorturl": "${base}/spring"}`;
}

/** The landing page as Markdown, also served as `/llms.txt`. */
export const hopLandingText = (base: string): string => `# Hop

> ${description()}

## API

${listDoors('hop', base, ['keys', 'agents'])}
- [API reference](${base}/api-docs): the same for people
- [API catalog](${base}/.well-known/api-catalog): every API with its description (RFC 9727)

## Access

- [Create an account](${base}/signup): the key of the account goes into \`Authorization: Bearer\`
- [robots.txt](${base}/robots.txt): what crawlers can read, and the permitted uses
`;

const sceneClicks = [4, 9, 7, 14, 12, 22, 19, 27, 31, 28, 40, 52];

/** The hero illustration: a long URL becomes a short one, and its clicks are counted. */
function hopScene(host: string): Html {
  return html`<div class="hop-scene" aria-hidden="true">
    <p class="hop-long" dir="ltr">
      https://shop.example.org/catalog/2026/spring-collection/linen?<wbr />utm_source=poster&amp;<wbr />utm_medium=print&amp;<wbr />utm_campaign=harbor-north&amp;<wbr />ref=QR_0419_b&amp;lang=pt
    </p>
    <svg class="hop-arc" viewBox="0 0 480 150" preserveAspectRatio="xMidYMax meet">
      <path class="hop-arc-line" d="M22 4C70 8 98 62 106 128C116 -10 254 -14 266 128C274 54 366 46 378 122" />
      <circle class="hop-arc-spark" cx="379" cy="130" r="9" />
    </svg>
    <div class="hop-ticket">
      <div class="hop-short">
        <p dir="ltr"><span>${host}/</span>spring</p>
        ${icon('qr-code')} ${icon('copy')}
      </div>
      <div class="hop-count">
        <p><b>1,204</b> clicks this week</p>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path class="chart-area" d="${linePath(sceneClicks, 56)}V100H0Z" />
          <path class="chart-line" d="${linePath(sceneClicks, 56)}" />
        </svg>
      </div>
    </div>
  </div>`;
}

const rules = () =>
  [
    { icon: 'map-pin', when: t('in Portugal'), to: 'loja.example.pt/primavera' },
    { icon: 'smartphone', when: t('on an iPhone'), to: 'apps.apple.com/app/linen' },
    { icon: 'languages', when: t('Italian speakers'), to: 'shop.example.org/it/lino' },
    { icon: 'arrow-right', when: t('everyone else'), to: 'shop.example.org/linen' },
  ] as const;

/** An illustration of one link with several targets. */
function signpost(host: string): Html {
  return html`<figure class="signpost">
    <figcaption>
      <bdi dir="ltr"><span>${host}/</span>spring</bdi>
    </figcaption>
    <ul>
      ${rules().map((rule) => html`<li>${icon(rule.icon)}<span>${rule.when}</span><span>${rule.to}</span></li>`)}
    </ul>
  </figure>`;
}
