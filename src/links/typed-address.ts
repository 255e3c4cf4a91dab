/** A name with dots, and what may follow it: `example.com`, `example.com:8080/a?b`. Not `javascript:` nor `mailto:`. */
const bare =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}(?::\d{1,5})?(?:[/?#].*)?$/su;

/** An address as people type it into a form: `example.com` is meant as `https://example.com`. */
export function typedAddress(text: string): string {
  const given = text.trim();
  return bare.test(given) ? `https://${given}` : text;
}

/** A form with these of its fields as addresses that people typed. */
export function typedAddresses<F extends object>(form: F, ...names: readonly (keyof F & string)[]): F {
  const typed = names.flatMap((name) => {
    const value = form[name];
    return typeof value === 'string' ? [[name, typedAddress(value)]] : [];
  });
  return { ...form, ...(Object.fromEntries(typed) as Partial<F>) };
}
