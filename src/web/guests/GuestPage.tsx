import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { guestToken, onGuestEnd, takeLink } from '../api/guest.ts';
import { GuestDoor } from './GuestDoor.tsx';
import { GuestInside } from './GuestInside.tsx';

/** What a link opens, for somebody without an account. */
export function GuestPage() {
  const client = useQueryClient();
  // Taken off the address as soon as the page is there, and kept by nothing but this page.
  const [link, setLink] = useState(takeLink);
  const [isInside, setInside] = useState(() => link === '' && guestToken() !== null);
  const [isOver, setOver] = useState(false);
  useEffect(
    () =>
      onGuestEnd(() => {
        client.removeQueries({ queryKey: ['guest'] });
        setInside(false);
        setOver(true);
      }),
    [client],
  );
  // The same tab, another link.
  useEffect(() => {
    const onHash = (): void => {
      const next = takeLink();
      if (next === '') return;
      client.removeQueries({ queryKey: ['guest'] });
      setLink(next);
      setInside(false);
      setOver(false);
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [client]);
  return isInside ? (
    <GuestInside />
  ) : (
    <GuestDoor
      link={link}
      isOver={isOver}
      onOpen={() => {
        setOver(false);
        setInside(true);
      }}
    />
  );
}
