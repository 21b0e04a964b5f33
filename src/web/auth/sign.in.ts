import { OIDC_START, refusalSentence, SIGN_IN_META, type SignInWays } from '#shared/auth/sign.in.words.ts';
import { addressOf } from '../api/address.ts';

/** How one signs in here besides by password, as the page says it; `null` where there is nothing else. */
export function signInWays(): SignInWays | null {
  const said = document.querySelector(`meta[name="${SIGN_IN_META}"]`)?.getAttribute('content');
  return said ? (JSON.parse(said) as SignInWays) : null;
}

export const providerAddress = (): string => addressOf(OIDC_START);

/** What the provider's answer left behind `#`, taken from the address: `null` when nothing did. */
export function takeAnswer(): URLSearchParams | null {
  if (window.location.hash === '') return null;
  const answer = new URLSearchParams(window.location.hash.slice(1));
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return answer;
}

export const refusalOf = (reason: string): string => refusalSentence(reason, signInWays()?.label ?? 'Le fournisseur');
