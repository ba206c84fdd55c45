import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../links/links.ts'
import { usePerson } from '../../data/use-person.ts'
import type { Reckoning } from '../../parts/cart/reckon-cart.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

/** Leads to the checkout of the counted lines; a guest through the login. */
export function CheckOutButton({ reckoning: { counted }, some }: { reckoning: Reckoning; some: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const person = usePerson()
  const [, navigate] = useLocation()
  const go = () => {
    if (!some) return toast({ text: t('cart.pleaseSelect'), kind: 'bad' })
    if (!person?.guest) return navigate(links.checkout())
    toast({ text: t('cart.pleaseLogin') })
    navigate(links.login(false, links.checkout()))
  }
  return (
    person && (
      <Button kind="accent" onClick={go}>
        {t('cart.checkOut', { n: format.number(counted) })}
      </Button>
    )
  )
}
