import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Claim } from '#shared/control/claims.contract.ts';
import {
  CALL,
  CLAIM_CRITERIA,
  CLAIM_PROOFS,
  CLAIM_SUPPORTS,
  callingWords,
  claimFileKey,
  claimTexts,
} from '#shared/control/claims.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { DayInput } from '../fields/DayInput.tsx';

interface CardProps {
  claim: Claim;
  productId: string;
  isNew: boolean;
  /** Of a cosmetic: its claims stand under the common criteria. */
  hasCriteria: boolean;
  disabled: boolean;
  /** @returns whether it is kept */
  onSave: (changed: Partial<Claim>, whole: Claim) => Promise<boolean>;
  onRemove: () => void;
}

/** A claim as it is typed, and what of it is known to be kept. */
function useClaimDraft(claim: Claim, onSave: CardProps['onSave']) {
  const [draft, setDraft] = useState(claim);
  const [isKept, setIsKept] = useState(false);
  /** What is known to be kept: what a save did not take is sent again with the next one. */
  const kept = useRef(claim);
  const keep = (next: Claim): void => {
    setDraft(next);
    const names = (Object.keys(next) as (keyof Claim)[]).filter((name) => next[name] !== kept.current[name]);
    if (names.length === 0) return;
    const changed = Object.fromEntries(names.map((name) => [name, next[name]])) as Partial<Claim>;
    void onSave(changed, next).then((done) => {
      setIsKept(done);
      if (!done) return;
      kept.current = { ...kept.current, ...changed };
      // Several lines became several claims: this one is the first.
      const [first = ''] = claimTexts(next.texte);
      if (first === next.texte) return;
      kept.current = { ...kept.current, texte: first };
      setDraft((now) => (now.texte === next.texte ? { ...now, texte: first } : now));
    });
  };
  return { draft, setDraft, isKept, keep };
}

export function ClaimCard({ claim, productId, isNew, hasCriteria, disabled, onSave, onRemove }: CardProps) {
  const { draft, setDraft, isKept, keep } = useClaimDraft(claim, onSave);
  const lacksText = draft.texte.trim() === '';
  const calling = callingWords(draft.texte);
  const choice = (name: 'support' | 'critere' | 'preuve', label: string, words: Readonly<Record<string, string>>) => (
    <TextField
      select
      size="small"
      label={label}
      value={draft[name] ?? ''}
      disabled={disabled}
      onChange={(event) => keep({ ...draft, [name]: event.target.value || null } as Claim)}
    >
      <MenuItem value="">À préciser</MenuItem>
      {Object.entries(words).map(([key, word]) => (
        <MenuItem key={key} value={key}>
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Card component="section" aria-label={draft.texte || 'Nouvelle allégation'} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <TextField
          label="Texte de l’allégation, tel qu’imprimé"
          size="small"
          fullWidth
          multiline={isNew}
          autoFocus={isNew}
          value={draft.texte}
          disabled={disabled}
          error={!isNew && lacksText}
          helperText={
            !lacksText
              ? undefined
              : isNew
                ? 'Elle est enregistrée dès qu’elle a un texte. Collez-en plusieurs, une par ligne, si vous voulez.'
                : 'Le texte est requis : rien n’est enregistré tant qu’il manque.'
          }
          onChange={(event) => setDraft({ ...draft, texte: event.target.value })}
          onBlur={() => keep(draft)}
        />
        {calling !== null && (
          <Alert severity="info">
            « <u>{calling}</u> » : {CALL}
          </Alert>
        )}
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(210px, 1fr))' }}>
          {choice('support', 'Support', CLAIM_SUPPORTS)}
          {hasCriteria && choice('critere', 'Critère (UE) 655/2013', CLAIM_CRITERIA)}
          {choice('preuve', 'Nature de la preuve', CLAIM_PROOFS)}
          <DayInput
            field={{ name: `revue-${claim.id}`, label: 'Revue le' }}
            value={draft.revue_le ?? ''}
            required={false}
            disabled={disabled}
            onChange={(value) => {
              const next = { ...draft, revue_le: value || null };
              if (value === '' || /^\d{4}-\d\d-\d\d$/.test(value)) keep(next);
              else setDraft(next);
            }}
            onBlur={() => undefined}
          />
        </Box>
        <TextField
          label="Adéquation de la preuve"
          size="small"
          multiline
          minRows={2}
          value={draft.adequation ?? ''}
          disabled={disabled}
          onChange={(event) => setDraft({ ...draft, adequation: event.target.value || null })}
          onBlur={() => keep(draft)}
        />
        {!isNew && (
          <Box>
            <Typography variant="h3" sx={{ mb: 1 }}>
              Fichiers de la preuve
            </Typography>
            <Attachments
              productId={productId}
              ensureProduct={async () => productId}
              fieldKey={claimFileKey(claim.id)}
              disabled={disabled}
              addLabel="Joindre la preuve"
            />
          </Box>
        )}
        {!disabled && (
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
            <Button size="small" color="error" startIcon={<Trash2 size={16} />} onClick={onRemove}>
              {isNew ? 'Abandonner' : 'Retirer cette allégation'}
            </Button>
            {isKept && (
              <Typography role="status" color="textSecondary" sx={{ fontSize: '0.88rem' }}>
                Enregistré
              </Typography>
            )}
          </Box>
        )}
      </Box>
    </Card>
  );
}
