import type { Check } from '../assessment/rule.ts';

/** Shorteners for everybody; those of one site (youtu.be, amzn.to) lead to that site alone. */
const known = new Set(
  `adf.ly bit.ly bit.do bitly.com bl.ink buff.ly cli.gs clck.ru cutt.ly dub.sh goo.gl gg.gg is.gd j.mp kutt.it
  lnkd.in oe.cd ow.ly owl.li prettylinkpro.com qr.ae qr.net rb.gy rebrand.ly rotf.lol s.id short.gy short.io shorte.st
  shorturl.at shrtco.de snip.ly soo.gd su.pr t.co t.ly tiny.cc tiny.one tinyurl.com tr.im trib.al urlz.fr v.gd vk.cc
  x.co yourls.org zpr.io`.split(/\s+/),
);

/** Addresses of other link shorteners. */
export const shortener: Check = ({ host, site }) =>
  known.has(host) || known.has(site) ? `“${host}” is a link shortener` : undefined;
