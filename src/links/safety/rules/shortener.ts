import type { Check } from '../assessment/rule.ts';

/** Public shorteners. Shorteners of a single site (youtu.be, amzn.to) only lead to that site. */
const known = new Set(
  `adf.ly bit.ly bit.do bitly.com bl.ink buff.ly cli.gs clck.ru cutt.ly dub.sh goo.gl gg.gg is.gd j.mp kutt.it
  lnkd.in oe.cd ow.ly owl.li prettylinkpro.com qr.ae qr.net rb.gy rebrand.ly rotf.lol s.id short.gy short.io shorte.st
  shorturl.at shrtco.de snip.ly soo.gd su.pr t.co t.ly tiny.cc tiny.one tinyurl.com tr.im trib.al urlz.fr v.gd vk.cc
  x.co yourls.org zpr.io`.split(/\s+/),
);

/** Detects URLs of other link shorteners. */
export const shortener: Check = ({ host, site }) =>
  known.has(host) || known.has(site) ? { code: 'shortener', values: { host } } : undefined;
