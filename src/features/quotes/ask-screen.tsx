import PackageX from 'lucide-react/icons/package-x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { productShown, type ProductShown } from '#localdb/queries/catalogue/goods.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { usePerson } from '../../data/use-person.ts'
import { useWant } from '../../data/use-want.ts'
import { isMissing } from '../../parts/failures/is-gone.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useAreas } from '../../parts/addresses/use-areas.ts'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { ProductHead } from './product-head.tsx'
import styles from './quotes.module.css'
import { leastOf, useReadWish, type QuoteWish } from './use-wish.ts'
import { WishFields } from './wish-fields.tsx'

/** Asks the store of a product for its price of so many pieces; saved here at once, and sent when it can be. */
export function AskScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const valid = Number.isSafeInteger(id) && id > 0
  const read = useLive((db) => productShown(db, valid ? id : 0), [id])
  const found = read?.id === id ? read : undefined
  const want = useWant('catalogue.product', { id }, valid)
  const product = found?.product
  if (!valid || (isMissing(want.failure) && !product))
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<PackageX />}
          title={t('goods.gone')}
          text={t('goods.goneHint')}
          action={<ButtonLink href={links.products()}>{t('goods.browse')}</ButtonLink>}
        />
      </Screen>
    )
  if (person && found && product) return <Ask key={id} uid={person.uid} goods={found} product={product} />
  if (found && want.state === 'failed')
    return (
      <Screen width="narrow">
        <ErrorState
          title={t('goods.unknown')}
          text={t('goods.unknownHint')}
          retry={{ label: t('goods.retry'), run: () => void want.refresh() }}
        />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <Skeleton height="5rem" />
      <Skeleton height="12rem" />
    </Screen>
  )
}

function Ask({ uid, goods: { detail, store }, product }: { uid: string; goods: ProductShown; product: Product }) {
  const { t } = useTranslation()
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const first: QuoteWish = {
    nums: product.choices > 0 ? {} : { 0: leastOf(product) },
    target: '',
    country: '',
    note: '',
  }
  const { draft, change, forget } = useDraft<QuoteWish>(`askPrice ${uid} ${product.id}`, first)
  const [tried, setTried] = useState(false)
  const variants = detail?.variants ?? []
  const read = useReadWish()(draft, product, variants)
  const countries = useCountries()
  const send = async () => {
    setTried(true)
    if (read.error !== undefined || read.target === undefined) return
    const id = crypto.randomUUID()
    const { id: productId, storeId: shopId, currency } = product
    const { country, note } = draft
    const saved = await mutate(
      'quote.ask',
      { id, shopId, productId, currency, lines: read.lines, target: read.target, country, note: note.trim() },
      { text: t('quotes.sent'), kind: 'good' },
    )
    if (!saved) return
    forget()
    navigate(links.quote(id), { replace: true })
  }
  const form = 'ask-price'
  return (
    <Screen
      width="narrow"
      foot={
        <Button type="submit" form={form} wide>
          {t('quotes.send')}
        </Button>
      }
    >
      <ProductHead product={product} shopId={product.storeId} shop={store?.name ?? t('quotes.store')} />
      <Card>
        <form
          id={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <WishFields
            product={product}
            variants={variants}
            wish={draft}
            read={read}
            tried={tried}
            onChange={(more) => change((wish) => ({ ...wish, ...more }))}
          />
          {countries.length > 0 && (
            <Select
              label={t('quotes.country')}
              value={draft.country}
              choices={[{ value: '', label: t('quotes.anyCountry') }, ...countries]}
              onChange={(country) => change((wish) => ({ ...wish, country }))}
            />
          )}
        </form>
      </Card>
    </Screen>
  )
}

/** The countries that the market delivers to, by their names. */
function useCountries(): { value: string; label: string }[] {
  const { locale } = useFormat()
  const name = useCountryName()
  const rows = useAreas('') ?? []
  return rows
    .flatMap(({ code, open }) => (open ? [{ value: code, label: name(code) }] : []))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}
