/**
 * A domain name, optionally followed by a port, path, query or fragment: `example.com`,
 * `example.com:8080/a?b`. Does not match `javascript:` or `mailto:`.
 */
const bare =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}(?::\d{1,5})?(?:[/?#].*)?$/su;

/** Completes a URL typed into a form: `example.com` becomes `https://example.com`. */
export function completeUrl(text: string): string {
  const given = text.trim();
  return bare.test(given) ? `https://${given}` : text;
}

/** Completes the URLs in these fields of a form. */
export function typedAddresses<F extends object>(form: F, ...names: readonly (keyof F & string)[]): F {
  const typed = names.flatMap((name) => {
    const value = form[name];
    return typeof value === 'string' ? [[name, completeUrl(value)]] : [];
  });
  return { ...form, ...(Object.fromEntries(typed) as Partial<F>) };
}
