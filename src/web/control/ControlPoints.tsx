import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import ListItemButton from '@mui/material/ListItemButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { CircleCheck, CircleDashed, CircleDot, CircleSlash } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Control, type Point, setNotApplicable } from '#shared/control/control.contract.ts';
import { REASON_MIN } from '#shared/control/point.needs.ts';
import { pointName } from '#shared/control/point.titles.ts';
import { MAY_NOT_APPLY, NO_CLAIMS } from '#shared/control/points.ts';
import { printDay } from '#shared/fields/date.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { CommentMark } from '../comments/CommentMark.tsx';
import { wayTo } from './control.link.ts';

const STATES = {
  couvert: { label: 'Renseigné', icon: CircleCheck, color: 'success.main' },
  partiel: { label: 'Partiel', icon: CircleDot, color: 'warning.main' },
  vide: { label: 'Vide', icon: CircleDashed, color: 'text.secondary' },
  sans_objet: { label: 'Sans objet', icon: CircleSlash, color: 'text.secondary' },
} as const;

export function Points({ control: { points }, productId }: { control: Control; productId: string }) {
  const [search, setSearch] = useSearchParams();
  const isNarrow = useMediaQuery('(max-width: 1199.95px)');
  const first = points.find(({ state }) => state === 'partiel' || state === 'vide') ?? points[0];
  const chosen = points.find(({ key }) => key === search.get('point')) ?? (isNarrow ? undefined : first);
  const list = useRef<HTMLDivElement>(null);
  const choose = (key: string): void =>
    setSearch(key === chosen?.key && isNarrow ? {} : { point: key }, { replace: true });
  /** One stop of Tab for the whole list; the arrows go from point to point. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = points.findIndex(({ key }) => key === chosen?.key);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: points.length - 1 }[event.key];
    const point = next === undefined ? undefined : points[next];
    if (!point) return;
    event.preventDefault();
    setSearch({ point: point.key }, { replace: true });
    list.current?.querySelector<HTMLElement>(`[data-point="${point.key}"]`)?.focus();
  };
  return (
    <Box
      component="section"
      aria-label="Points du dossier"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(300px, 5fr) 7fr' },
        alignItems: 'start',
      }}
    >
      <Card ref={list} onKeyDown={onKeyDown} sx={{ py: 0.5 }}>
        {points.map((point) => {
          const { label, icon: Icon, color } = STATES[point.state];
          const isChosen = point.key === chosen?.key;
          return (
            <Box key={point.key}>
              <ListItemButton
                data-point={point.key}
                selected={isChosen}
                aria-current={isChosen ? 'true' : undefined}
                tabIndex={isChosen || (!chosen && point === points[0]) ? 0 : -1}
                onClick={() => choose(point.key)}
                sx={{ gap: 1.25, py: 0.6, px: 2, alignItems: 'center' }}
              >
                <Box component="span" sx={{ color, display: 'flex' }}>
                  <Icon size={18} aria-hidden />
                </Box>
                <Typography color="textSecondary" sx={{ fontSize: '0.82rem', minWidth: 66, whiteSpace: 'nowrap' }}>
                  {pointName(point.key)}
                </Typography>
                <Typography sx={{ flexGrow: 1, fontSize: '0.93rem', lineHeight: 1.3 }}>{point.title}</Typography>
                <Typography sx={{ fontSize: '0.8rem', color, whiteSpace: 'nowrap' }}>{label}</Typography>
              </ListItemButton>
              {isNarrow && isChosen && (
                <Box sx={{ px: 2, pb: 2 }}>
                  <PointDetail point={point} productId={productId} />
                </Box>
              )}
            </Box>
          );
        })}
      </Card>
      {!isNarrow && chosen && (
        <Card sx={{ p: 2.5, position: 'sticky', top: 16 }} aria-live="polite">
          <Typography variant="h2">{`${pointName(chosen.key)} ${chosen.title}`}</Typography>
          <PointDetail key={chosen.key} point={chosen} productId={productId} />
        </Card>
      )}
    </Box>
  );
}

function PointDetail({ point, productId }: { point: Point; productId: string }) {
  const { key, state, missing, reason, covered_by } = point;
  const mayWrite = useMay('write');
  const nameOf = usePersonName();
  return (
    <Box sx={{ mt: 1 }}>
      {state === 'couvert' && <Typography>Rien ne manque à ce point. Renseigné ne veut pas dire examiné.</Typography>}
      {state === 'sans_objet' && <Typography>{`Sans objet : ${reason}`}</Typography>}
      {missing.length > 0 && (
        <>
          <Typography color="textSecondary">Il manque :</Typography>
          <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
            {missing.map(({ text, field }) => {
              const { to, state: given } = wayTo(productId, field);
              return (
                <li key={`${field}${text}`}>
                  {mayWrite ? (
                    <MuiLink component={Link} to={to} state={given} sx={{ overflowWrap: 'anywhere' }}>
                      {text}
                    </MuiLink>
                  ) : (
                    text
                  )}
                </li>
              );
            })}
          </Box>
        </>
      )}
      {covered_by.length > 0 && (
        <>
          <Typography color="textSecondary">Ce qui le renseigne :</Typography>
          <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
            {covered_by.map(({ text, link, date, by }) => (
              <Box component="li" key={`${link}${text}`} sx={{ overflowWrap: 'anywhere' }}>
                <MuiLink component={Link} to={`/products/${productId}${link}`} color="inherit">
                  {text}
                </MuiLink>
                <Typography component="span" color="textSecondary" sx={{ fontSize: '0.85rem' }}>
                  {[date && printDay(date), by && nameOf(by)].filter(Boolean).map((said) => `, ${said}`)}
                </Typography>
              </Box>
            ))}
          </Box>
        </>
      )}
      <CommentMark productId={productId} place={{ kind: 'point', key }} />
      {mayWrite && MAY_NOT_APPLY.some((one) => one === key) && state !== 'couvert' && reason !== NO_CLAIMS && (
        <NotApplicable productId={productId} pointKey={key} reason={reason} />
      )}
    </Box>
  );
}

/** Why a point does not concern this product: written by a person, and taken back by one. */
function NotApplicable({
  productId,
  pointKey,
  reason,
}: {
  productId: string;
  pointKey: string;
  reason: string | null;
}) {
  const { act, busy } = useAction();
  const [fault, setFault] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const inputId = useId();
  const say = (text: string | null): Promise<unknown> =>
    act(
      async () => {
        try {
          return await call(setNotApplicable, {
            params: { id: productId, key: pointKey },
            body: { not_applicable_reason: text },
          });
        } catch (problem) {
          setFault(faultsByField(problem).not_applicable_reason ?? null);
          throw problem;
        }
      },
      { refresh: ['products'] },
    );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    if (text.length < REASON_MIN) setFault(`Dites pourquoi en une phrase : ${REASON_MIN} caractères au moins.`);
    else void say(text);
  };
  if (reason !== null)
    return (
      <Button size="small" disabled={busy} sx={{ mt: 1 }} onClick={() => void say(null)}>
        Ce point s’applique
      </Button>
    );
  if (!isOpen)
    return (
      <Button size="small" sx={{ mt: 1 }} onClick={() => setIsOpen(true)}>
        Ce point est sans objet…
      </Button>
    );
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ mt: 1.5, display: 'grid', gap: 1, justifyItems: 'start' }}>
      <TextField
        id={inputId}
        name="reason"
        label="Pourquoi ce point est sans objet"
        multiline
        fullWidth
        minRows={2}
        autoFocus
        error={fault !== null}
        helperText={fault ?? 'Cette raison est imprimée dans le dossier.'}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" size="small" loading={busy}>
          Enregistrer la raison
        </Button>
        <Button size="small" onClick={() => setIsOpen(false)}>
          Annuler
        </Button>
      </Box>
    </Box>
  );
}
