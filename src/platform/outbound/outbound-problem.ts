import { msg, Problem } from '../../kernel/problem.ts';
import { invalidHeader } from './request.ts';

const unknownName = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);
const badCertificate = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** The error of an outbound request, with a message for the person who entered the URL. */
export function outboundProblem(error: unknown, host: string): Problem {
  if (error instanceof Problem) return error;
  const { code = '', name } = error as { code?: string | number; name?: string };
  if (code === 'UND_ERR_INVALID_ARG') return invalidHeader();
  if (unknownName.has(String(code)))
    return new Problem('invalid', msg('The host {host} does not exist', { host }), {
      field: 'url',
      code: 'host_unknown',
      cause: error,
    });
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new Problem('unavailable', msg('{host} took too long to answer', { host }), {
      code: 'timeout',
      cause: error,
    });
  if (badCertificate.test(String(code)))
    return new Problem('unavailable', msg('The certificate of {host} is not valid', { host }), {
      code: 'certificate',
      cause: error,
    });
  return new Problem('unavailable', msg('{host} could not be reached', { host }), {
    code: 'unreachable',
    cause: error,
  });
}
