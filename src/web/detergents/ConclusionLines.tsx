import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  CLP_CLASS_NAMES,
  CLP_CLASSES,
  EVERY_CLASS,
  isCategoryOf,
  printClass,
  printClassName,
} from '#shared/clp/clp.classes.ts';
import { statementFault, statementsOf } from '#shared/clp/clp.statements.ts';
import { CLP_METHODS, type ClpConclusion } from '#shared/detergents/detergent.contract.ts';

/** A line begins with a class and its category, as a person chose them. */
type Choice = (typeof EVERY_CLASS)[number];
const wordsOf = (one: Choice): string => `${printClass(one)} — ${CLP_CLASSES[one.classe].label}`;

function NewLine({ onChoose }: { onChoose: (choice: Choice) => void }) {
  const [text, setText] = useState('');
  return (
    <Autocomplete
      size="small"
      sx={{ maxWidth: 520 }}
      options={EVERY_CLASS}
      value={null}
      inputValue={text}
      onInputChange={(_, typed, reason) => setText(reason === 'input' ? typed : '')}
      autoHighlight
      getOptionLabel={wordsOf}
      getOptionKey={printClass}
      onChange={(_, choice) => choice && onChoose(choice)}
      renderInput={(params) => <TextField {...params} label="Ajouter une classe" />}
    />
  );
}

interface LinesProps {
  lines: readonly ClpConclusion[];
  disabled: boolean;
  onChange: (lines: ClpConclusion[]) => void;
}

/** Nothing typed is what its class says. */
const faultOf = (line: ClpConclusion): string | null => (line.mention === null ? null : statementFault(line));

function MentionFault({ line }: { line: ClpConclusion }) {
  const fault = faultOf(line);
  return fault ? (
    <Typography color="error" role="alert" sx={{ gridColumn: '1 / -1', fontSize: '0.8rem' }}>
      {`${fault}.`}
    </Typography>
  ) : null;
}

/** Each class that was concluded, with how. */
export function ConclusionLines({ lines, disabled, onChange }: LinesProps) {
  const replace = (at: number, values: Partial<ClpConclusion>): void =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...values } : line)));
  return (
    <>
      {lines.map((line, at) => (
        <Box
          // A line has nothing but its place: two may say the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end and removed by their rank
          key={at}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: '1.4fr 1fr 1.55fr 1.15fr auto' } }}
        >
          <TextField
            select
            size="small"
            label="Classe"
            value={line.classe}
            slotProps={{ select: { renderValue: (name) => printClassName(name as ClpConclusion['classe']) } }}
            disabled={disabled}
            onChange={(event) => {
              const classe = event.target.value as ClpConclusion['classe'];
              const [first = ''] = CLP_CLASSES[classe].categories;
              replace(at, { classe, categorie: isCategoryOf(classe, line.categorie) ? line.categorie : first });
            }}
          >
            {CLP_CLASS_NAMES.map((name) => (
              <MenuItem key={name} value={name} sx={{ display: 'block', whiteSpace: 'normal' }}>
                {printClassName(name)}
                <Typography component="span" color="textSecondary" sx={{ ml: 1, fontSize: '0.85rem' }}>
                  {CLP_CLASSES[name].label}
                </Typography>
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            size="small"
            label="Catégorie"
            value={line.categorie}
            disabled={disabled}
            onChange={(event) => replace(at, { categorie: event.target.value })}
          >
            {CLP_CLASSES[line.classe].categories.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            size="small"
            label="Mention"
            value={line.mention ?? ''}
            placeholder={statementsOf(line).join(' ou ')}
            error={faultOf(line) !== null}
            slotProps={{ inputLabel: { shrink: true } }}
            disabled={disabled}
            onChange={(event) => replace(at, { mention: event.target.value || null })}
          />
          <TextField
            select
            size="small"
            label="Méthode"
            value={line.methode ?? ''}
            disabled={disabled}
            onChange={(event) => replace(at, { methode: (event.target.value || null) as ClpConclusion['methode'] })}
          >
            <MenuItem value="">À dire</MenuItem>
            {Object.entries(CLP_METHODS).map(([key, label]) => (
              <MenuItem key={key} value={key}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <IconButton
            size="small"
            aria-label={`Retirer ${printClass(line)}`}
            disabled={disabled}
            onClick={() => onChange(lines.filter((_, index) => index !== at))}
          >
            <Trash2 size={17} />
          </IconButton>
          <MentionFault line={line} />
        </Box>
      ))}
      {!disabled && (
        <NewLine onChoose={(choice) => onChange([...lines, { ...choice, mention: null, methode: null }])} />
      )}
    </>
  );
}
