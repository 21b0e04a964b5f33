import { Suspense, useEffect, useState } from 'react';
import { guestToken, onGuestEnd, takeLink } from '../api/guest.ts';
import { queryClient } from '../api/query.ts';
import { Frame } from '../layout/Frame.tsx';
import { Loading } from '../ui/Page.tsx';
import { screen } from '../ui/screen.ts';
import { GuestDoor } from './GuestDoor.tsx';

/** It comes while a code is waited for. */
const GuestInside = screen(() => import('./GuestInside.tsx'), 'GuestInside');

/** What a link opens, for somebody without an account. */
export function GuestPage() {
  // Taken off the address as soon as the page is there, and kept by nothing but this page.
  const [link, setLink] = useState(takeLink);
  const [isInside, setInside] = useState(() => link === '' && guestToken() !== null);
  const [isOver, setOver] = useState(false);
  useEffect(
    () =>
      onGuestEnd(() => {
        queryClient.removeQueries({ queryKey: ['guest'] });
        setInside(false);
        setOver(true);
      }),
    [],
  );
  useEffect(() => {
    GuestInside.load().catch(() => undefined);
  }, []);
  // The same tab, another link.
  useEffect(() => {
    const onHash = (): void => {
      const next = takeLink();
      if (next === '') return;
      queryClient.removeQueries({ queryKey: ['guest'] });
      setLink(next);
      setInside(false);
      setOver(false);
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);
  return (
    <Frame>
      {isInside ? (
        <Suspense fallback={<Loading label="Ouverture…" />}>
          <GuestInside />
        </Suspense>
      ) : (
        <GuestDoor
          link={link}
          isOver={isOver}
          onOpen={() => {
            setOver(false);
            setInside(true);
          }}
        />
      )}
    </Frame>
  );
}
