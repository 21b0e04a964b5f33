import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { printPercent, toMicros } from '#shared/fields/percent.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import { isVerified, sayAside } from '#shared/regulation/regulation.print.ts';
import { usePersonName } from '../auth/people.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { VerdictChip } from './VerdictChip.tsx';

interface Props {
  verdict: Verdict;
  /** What a person may do about it. */
  children?: ReactNode;
  /** The letter of an entry may be chosen. */
  onCase?: (entryId: string, letter: string) => void;
  busy?: boolean;
}

/** What the annexes say of one substance: the verdict, why, and the entries it stands on, one click away. */
export function VerdictCard({ verdict, children, onCase, busy = false }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  const nameOf = usePersonName();
  const { inci, percent, state, why, entries, alerts, warnings, decision, earlier_decision, applies_from } = verdict;
  return (
    <Card component="article" aria-label={inci} sx={{ p: { xs: 1.5, sm: 2 }, display: 'grid', gap: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {inci}
        </Typography>
        <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent === null ? 'quantité inconnue' : printPercent(toMicros(percent))}
        </Typography>
        <Box sx={{ flexGrow: 1 }} />
        <VerdictChip state={state} decided={isVerified(verdict)} />
      </Box>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{why}</Typography>
      {applies_from && (
        <Typography
          color="textSecondary"
          sx={{ fontSize: '0.9rem' }}
        >{`À partir du ${printDay(applies_from)}.`}</Typography>
      )}
      {entries.map((entry) => (
        <Box
          key={entry.id}
          sx={{
            borderLeft: 3,
            borderColor: entry.role === 'applies' ? 'primary.main' : 'divider',
            pl: 1.5,
            fontSize: '0.9rem',
          }}
        >
          <Link component="button" type="button" onClick={() => setShown(entry.id)} sx={{ fontWeight: 600 }}>
            {`Annexe ${entry.annex}, entrée ${entry.ref}`}
          </Link>
          {sayAside(entry) && ` (${sayAside(entry)})`}
          {entry.limit_text && (
            <Box
              component="blockquote"
              lang="en"
              sx={{ m: 0, mt: 0.5, color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              « {entry.limit_text.trim()} »
            </Box>
          )}
          {entry.conditions.length > 0 && entry.role === 'applies' && (
            <Box lang="en" sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {entry.conditions.join('\n')}
            </Box>
          )}
          {onCase && entry.letters.length > 0 && entry.role === 'applies' && (
            <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mt: 0.75, display: 'grid', gap: 0.5 }}>
              <legend>Quel cas est celui du produit ?</legend>
              {entry.letters.map(({ letter, product_text, limit_text }) => {
                const isChosen = entry.case?.letter === letter;
                return (
                  <Button
                    key={letter}
                    size="small"
                    disabled={busy}
                    variant={isChosen && entry.case?.confirmed ? 'contained' : 'outlined'}
                    aria-pressed={isChosen && entry.case?.confirmed === true}
                    onClick={() => onCase(entry.id, letter)}
                    sx={{ justifyContent: 'start', textAlign: 'left', height: 'auto', py: 0.5 }}
                  >
                    <span lang="en">
                      {`(${letter}) ${product_text.replace(/\s+/g, ' ')} : ${limit_text.replace(/\s+/g, ' ') || 'voir les conditions'}`}
                    </span>
                    {isChosen && !entry.case?.confirmed && (
                      <Box component="span" sx={{ ml: 0.75 }}>
                        (proposé)
                      </Box>
                    )}
                  </Button>
                );
              })}
            </Box>
          )}
        </Box>
      ))}
      {alerts
        .filter(({ text }) => !why.includes(text.slice(0, -1)))
        .map(({ text, source, since }) => (
          <Box
            key={text}
            sx={{ borderLeft: 3, borderLeftStyle: 'dashed', borderColor: 'warning.main', pl: 1.5, fontSize: '0.9rem' }}
          >
            <strong>Hors des lignes des annexes :</strong> {text}
            <Box sx={{ color: 'text.secondary' }}>{`${source}${since ? `, depuis le ${printDay(since)}` : ''}.`}</Box>
          </Box>
        ))}
      {warnings.length > 0 && (
        <Alert severity="info" sx={{ py: 0 }}>
          <strong>À imprimer :</strong> {warnings.join(' ')}
        </Alert>
      )}
      {decision && (
        <Typography sx={{ fontSize: '0.9rem' }}>
          {`${decision.applies ? 'Confirmé' : 'Vérifié'} par ${decision.by ? nameOf(decision.by) : 'une personne'} le ${printInstant(decision.at)} : ${decision.reason}`}
        </Typography>
      )}
      {earlier_decision && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {`${earlier_decision.by ? nameOf(earlier_decision.by) : 'Une personne'} avait répondu le ${printInstant(earlier_decision.at)} : « ${earlier_decision.reason} ». Dites si l’entrée s’applique : jusque-là, ce point reste à vérifier.`}
        </Alert>
      )}
      {children}
      {shown && <EntryDialog id={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}
